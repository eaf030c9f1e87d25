// Sentences as whole templates with named places, never assembled from fragments, so they can be translated.
#pragma once

#include <concepts>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace attention_lab {

/// The content of a place in a template: a text or a whole number.
struct Filled {
  Filled(std::string_view name, std::string_view its_text) : place(name), text(its_text) {}
  Filled(std::string_view name, std::integral auto number) : place(name), text(std::to_string(number)) {}

  std::string_view place;
  std::string text;
};

/// Fills in the places of a template: "The seed is <seed>; its limit is <limit>." with {{"seed", 7},
/// {"limit", 5}}. The texts are not parsed as templates, so a token may contain "<".
/// Precondition: `places` are exactly the places of the template.
std::string filled(std::string_view sentence, std::initializer_list<Filled> places);

/// The same, with a function that gives the text of each place.
std::string filled_by(std::string_view sentence,
                      const std::function<std::string(std::string_view place)>& text_of);

/// "a", "a and b", "a, b and c". Precondition: there is at least one name.
std::string list_of(const std::vector<std::string>& names);

}  // namespace attention_lab
