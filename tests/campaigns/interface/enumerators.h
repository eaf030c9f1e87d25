// The names of all enumerators of an enumeration or alternatives of a variant, from the compiler, so that no
// list can be incomplete.
#pragma once

#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace attention_lab::campaign {
namespace spelling {

/// g++ and clang include the argument in the function's name: "… [with auto value = X::undo; …]", "… [value =
/// X::undo]".
template <auto value>
constexpr std::string_view of_value() {
  return __PRETTY_FUNCTION__;
}
template <class Type>
constexpr std::string_view of_type() {
  return __PRETTY_FUNCTION__;
}

/// The text after the equals sign without its namespaces. Empty for a number without a name, which appears as
/// "(X)23".
constexpr std::string_view last_name(std::string_view function) {
  const std::size_t start = function.find(" = ") + 3;
  std::string_view name = function.substr(start, function.find_first_of(";]", start) - start);
  if (name.front() == '(') return {};
  const std::size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

template <class Enumeration, int first, int... rest>
void add_names(std::vector<std::string>& names, std::integer_sequence<int, first, rest...>) {
  for (const std::string_view name : {last_name(of_value<static_cast<Enumeration>(first)>()),
                                      last_name(of_value<static_cast<Enumeration>(rest)>())...}) {
    if (name.empty()) return;
    names.emplace_back(name);
  }
}

template <class Variant, std::size_t... indices>
std::vector<std::string> names_of(std::index_sequence<indices...>) {
  return {std::string(last_name(of_type<std::variant_alternative_t<indices, Variant>>()))...};
}

}  // namespace spelling

/// Of an enumeration that counts from 0, in its order.
template <class Enumeration>
const std::vector<std::string>& enumerators() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> found;
    spelling::add_names<Enumeration>(found, std::make_integer_sequence<int, 100>());
    return found;
  }();
  return names;
}

template <class Enumeration>
const std::string& name_of(Enumeration value) {
  return enumerators<Enumeration>().at(static_cast<std::size_t>(value));
}

/// Of the alternatives of a variant, in its order.
template <class Variant>
const std::vector<std::string>& alternatives() {
  static const std::vector<std::string> names =
      spelling::names_of<Variant>(std::make_index_sequence<std::variant_size_v<Variant>>());
  return names;
}

}  // namespace attention_lab::campaign
