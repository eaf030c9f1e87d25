#include "app/files/unknown_keys.h"

#include <algorithm>
#include <cstdint>
#include <new>
#include <utility>

#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab {

void UnknownKeys::add_from(const JsonValue::Object& object, std::string_view place,
                           std::initializer_list<std::string_view> known) {
  constexpr std::size_t most_warnings = 20;
  const std::size_t count_before = count_;
  for (const JsonMember& member : object) {
    const std::string decoded = member.key.has_escapes() ? member.key.text() : std::string();
    const std::string_view key = member.key.has_escapes() ? decoded : member.key.written();
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    if (count_++ == count_before) {
      kept_ += kept_.empty() ? "{\"" : "}, \"";
      (kept_ += place) += "\": {";
    } else {
      kept_ += ", ";
    }
    (((kept_ += '"') += member.key.written()) += "\": ") += member.written;
    if (warnings_.size() < most_warnings) {
      warnings_.push_back(
          place.empty() ? filled("This version does not know the key <key>; saving keeps it.",
                                 {{"key", in_quotes(key)}})
                        : filled("This version does not know the key <key> in <place>; saving keeps it.",
                                 {{"key", in_quotes(key)}, {"place", place}}));
    }
  }
}

std::string UnknownKeys::kept() && {
  if (!kept_.empty()) kept_ += "}}";
  return std::move(kept_);
}

std::vector<std::string> UnknownKeys::warnings() const {
  std::vector<std::string> all = warnings_;
  if (count_ > all.size()) {
    const auto more = static_cast<std::int64_t>(count_ - all.size());
    all.push_back(filled(more == 1 ? "There is <count> more unknown key; saving keeps it."
                                   : "There are <count> more unknown keys; saving keeps them.",
                         {{"count", count_text(more)}}));
  }
  return all;
}

KeptKeys::KeptKeys(std::string_view unknown_keys) {
  if (unknown_keys.empty()) return;
  // The keys are nested a little deeper here than in their file, below the place of their object.
  JsonLimits limits;
  limits.depth += 2;
  limits.values += 1000;
  Result<JsonText> read = parse_json(unknown_keys, limits);
  if (!read) throw std::bad_alloc();
  places_ = std::move(read).value().value;
}

const JsonValue::Object* KeptKeys::at(std::string_view place) const {
  const auto* places = std::get_if<JsonValue::Object>(&places_.content);
  const JsonValue* found = places == nullptr ? nullptr : find_member(*places, place);
  return found == nullptr ? nullptr : std::get_if<JsonValue::Object>(&found->content);
}

}  // namespace attention_lab
