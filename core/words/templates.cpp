#include "core/words/templates.h"

#include <algorithm>
#include <cassert>

namespace attention_lab {

std::string filled(std::string_view sentence, std::initializer_list<Filled> places) {
  for ([[maybe_unused]] const Filled& each : places)
    assert(sentence.find("<" + std::string(each.place) + ">") != std::string_view::npos);
  return filled_by(sentence, [&places](std::string_view place) {
    const auto* found = std::find_if(places.begin(), places.end(),
                                     [place](const Filled& each) { return each.place == place; });
    assert(found != places.end());
    return found->text;
  });
}

std::string filled_by(std::string_view sentence,
                      const std::function<std::string(std::string_view place)>& text_of) {
  std::string text;
  while (true) {
    const std::size_t open = sentence.find('<');
    text += sentence.substr(0, open);
    if (open == std::string_view::npos) return text;
    const std::size_t close = sentence.find('>', open);
    assert(close != std::string_view::npos);
    text += text_of(sentence.substr(open + 1, close - open - 1));
    sentence.remove_prefix(close + 1);
  }
}

std::string list_of(const std::vector<std::string>& names) {
  assert(!names.empty());
  std::string list = names.front();
  for (std::size_t i = 1; i < names.size(); ++i) {
    list = filled(i + 1 == names.size() ? "<list> and <name>" : "<list>, <name>",
                  {{"list", list}, {"name", names[i]}});
  }
  return list;
}

}  // namespace attention_lab
