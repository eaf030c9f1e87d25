// Sentences as whole templates with named places, so that they can be translated: never glued from halves.
#pragma once

#include <concepts>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>

namespace attention_lab {

/// What stands in a place of a template: a text, or a whole number.
struct Filled {
  Filled(std::string_view name, std::string_view its_text) : place(name), text(its_text) {}
  Filled(std::string_view name, std::integral auto number) : place(name), text(std::to_string(number)) {}

  std::string_view place;
  std::string text;
};

/// "The seed is <seed>; its limit is <limit>." with its places filled in: {{"seed", 7}, {"limit", 5}}. Texts
/// are not read as templates, so that a token may hold a "<".
/// Precondition: each place of the template is among `places`, and each of these is in the template.
std::string filled(std::string_view sentence, std::initializer_list<Filled> places);

/// The same, where a function says what stands in each place.
std::string filled_by(std::string_view sentence,
                      const std::function<std::string(std::string_view place)>& text_of);

}  // namespace attention_lab
