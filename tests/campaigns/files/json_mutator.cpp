#include "json_mutator.h"

#include <algorithm>
#include <array>

namespace attention_lab::campaign {
namespace {

constexpr std::string_view white_space = " \t\r\n";

/// Parses as much JSON as possible and records the positions of values.
class PlaceReader {
 public:
  explicit PlaceReader(std::string_view text) : text_(text) {}

  std::vector<JsonPlace> read() {
    // A first line that is not JSON is skipped (recovery files).
    position_ = std::min(text_.find_first_of("{["), text_.size());
    read_value({}, position_, 0);
    return std::move(places_);
  }

 private:
  // Deeper values count as one token, to limit recursion.
  static constexpr int deepest = 60;

  char next() const { return position_ < text_.size() ? text_[position_] : '\0'; }

  void skip_white_space() {
    position_ = std::min(text_.find_first_not_of(white_space, position_), text_.size());
  }

  bool skip_text() {
    for (++position_; position_ < text_.size(); ++position_) {
      if (text_[position_] == '\\') {
        ++position_;
      } else if (text_[position_] == '"') {
        ++position_;
        return true;
      }
    }
    position_ = text_.size();
    return false;
  }

  bool read_value(Span key, std::size_t entry_begin, int depth) {
    const std::size_t index = places_.size();
    const std::size_t begin = position_;
    places_.push_back({JsonKind::word, {begin, begin}, key, {entry_begin, begin}, 0});
    const char first = next();
    bool is_whole = true;
    if ((first == '{' || first == '[') && depth < deepest) {
      places_[index].kind = first == '{' ? JsonKind::object : JsonKind::list;
      is_whole = read_entries(index, depth);
    } else if (first == '"') {
      places_[index].kind = JsonKind::text;
      is_whole = skip_text();
    } else {
      if (first == '-' || (first >= '0' && first <= '9')) places_[index].kind = JsonKind::number;
      position_ = std::min(text_.find_first_of(",]}", position_), text_.size());
      while (position_ > begin && white_space.find(text_[position_ - 1]) != std::string_view::npos)
        --position_;
      is_whole = position_ > begin;
    }
    if (!is_whole) {
      places_.resize(index);
      return false;
    }
    places_[index].value.end = places_[index].entry.end = position_;
    return true;
  }

  bool read_entries(std::size_t index, int depth) {
    const bool is_list = places_[index].kind == JsonKind::list;
    const char last = is_list ? ']' : '}';
    ++position_;
    skip_white_space();
    while (position_ < text_.size() && next() != last) {
      const std::size_t entry_begin = position_;
      Span key;
      if (!is_list) {
        if (next() != '"' || !skip_text()) return false;
        key = {entry_begin, position_};
        skip_white_space();
        if (next() != ':') return false;
        ++position_;
        skip_white_space();
      }
      if (!read_value(key, entry_begin, depth + 1)) return false;
      ++places_[index].size;
      skip_white_space();
      if (next() == ',') {
        ++position_;
        skip_white_space();
      } else if (next() != last) {
        return false;
      }
    }
    if (position_ >= text_.size()) return false;
    ++position_;
    return true;
  }

  std::string_view text_;
  std::size_t position_ = 0;
  std::vector<JsonPlace> places_;
};

std::string replaced(std::string_view text, Span span, std::string_view by) {
  std::string result(text.substr(0, span.begin));
  result += by;
  result += text.substr(span.end);
  return result;
}

std::string_view part(std::string_view text, Span span) {
  return text.substr(span.begin, span.size());
}

constexpr std::array keys{"format",
                          "version",
                          "title",
                          "description",
                          "tokens",
                          "embeddings",
                          "vocabulary",
                          "drawn",
                          "seed",
                          "heads",
                          "W_q",
                          "W_k",
                          "W_v",
                          "W_o",
                          "b_q",
                          "b_k",
                          "b_v",
                          "b_o",
                          "options",
                          "mask",
                          "scale",
                          "projection",
                          "temperature",
                          "position_embeddings",
                          "dropout",
                          "p",
                          "theme",
                          "text_size",
                          "changed_since_titled",
                          "decimals",
                          "motion",
                          "page_size",
                          "window_width",
                          "window_height",
                          "recent_files",
                          "export_folder",
                          "export_format",
                          "asked_decimals"};

constexpr std::array numbers{"0",
                             "1",
                             "2",
                             "-1",
                             "-0.0",
                             "0.5",
                             "1e-45",
                             "1e-60",
                             "3.4028235e38",
                             "-3.5e38",
                             "1e39",
                             "1e400",
                             "-1e400",
                             "1e-400",
                             "64",
                             "65",
                             "1024",
                             "1025",
                             "4096",
                             "4097",
                             "16384",
                             "2147483647",
                             "2147483648",
                             "4294967296",
                             "9007199254740993",
                             "18446744073709551616",
                             "99999999999999999999999999999999999999",
                             "0.30000000000000000000000000000000000000000001",
                             "NaN",
                             "-Infinity",
                             "01",
                             "1.",
                             "+1",
                             "1e",
                             "0x10"};

// Non-characters, control characters, bidirectional controls, combining characters, unpaired surrogates, and
// invalid UTF-8.
constexpr std::array letters{"\xEF\xBF\xBE",
                             "\xEF\xBF\xBF",
                             "\xEF\xB7\x90",
                             "\xF4\x8F\xBF\xBF",
                             "\\u0000",
                             "\\uFFFE",
                             "\\uFDD0",
                             "\\uD800",
                             "\\uDC00\\uD800",
                             "\\uD83D\\uDE00",
                             "\\u001b[31m",
                             "\xC2\x9B",
                             "\xE2\x80\xAE",
                             "\xCC\x81",
                             "\xEF\xBB\xBF",
                             "\\n",
                             "\\t",
                             "\\\"",
                             "\\\\",
                             "%s%n",
                             "<&>",
                             "]]>",
                             "$\\\\input{x}$",
                             "\xFF",
                             "\xC0\x80",
                             "\xED\xA0\x80",
                             " ",
                             ""};

}  // namespace

std::vector<JsonPlace> places_of(std::string_view text) {
  return PlaceReader(text).read();
}

std::string JsonMutator::mutate(std::string text, std::size_t largest) {
  const std::size_t times = 1 + below(4);
  for (std::size_t i = 0; i < times; ++i) {
    std::string next = mutated_once(text);
    if (next.size() > largest) break;
    text = std::move(next);
  }
  return text;
}

std::string JsonMutator::cross(std::string text, std::string_view other, std::size_t largest) {
  const std::vector<JsonPlace> here = places_of(text);
  const std::vector<JsonPlace> there = places_of(other);
  if (here.empty() || there.empty()) return text;
  const JsonPlace& from = there[below(there.size())];
  std::string crossed = replaced(text, here[below(here.size())].value, part(other, from.value));
  return crossed.size() > largest ? text : crossed;
}

std::size_t JsonMutator::count() {
  switch (below(16)) {
    case 0: return 1 + below(5000);
    case 1: return 1 + below(200);
    case 2:
    case 3: return 1 + below(12);
    default: return 1;
  }
}

std::string JsonMutator::number() {
  if (below(3) != 0) return numbers[below(numbers.size())];
  return std::to_string(static_cast<double>(random_()) / 1e9 - 2);
}

std::string JsonMutator::text_value() {
  std::string text = "\"";
  const std::size_t times = below(4);
  for (std::size_t i = 0; i < times; ++i) text += below(2) == 0 ? letters[below(letters.size())] : "word";
  const std::size_t long_times = count();
  if (long_times > 1) {
    const std::string unit = below(3) == 0 ? letters[below(letters.size())] : "x";
    for (std::size_t i = 0; i < long_times; ++i) text += unit;
  }
  return text + "\"";
}

std::string JsonMutator::key() {
  if (below(4) == 0) return text_value();
  return "\"" + std::string(keys[below(keys.size())]) + "\"";
}

std::string JsonMutator::nested(std::string_view inner) {
  const std::size_t depth = count();
  const bool is_list = below(2) == 0;
  std::string result;
  for (std::size_t i = 0; i < depth; ++i) result += is_list ? "[" : "{\"a\":";
  result += inner;
  result.append(depth, is_list ? ']' : '}');
  return result;
}

std::string JsonMutator::any_value() {
  switch (below(10)) {
    case 0: return "null";
    case 1: return below(2) == 0 ? "true" : "false";
    case 2: return "{}";
    case 3: return "[]";
    case 4: return text_value();
    case 5: return nested(number());
    case 6: return "[" + number() + ", " + number() + "]";
    case 7: return "{" + key() + ": " + number() + "}";
    default: return number();
  }
}

std::string JsonMutator::swapped(std::string_view text, const std::vector<JsonPlace>& places) {
  Span first = places[below(places.size())].value;
  Span second = places[below(places.size())].value;
  if (second.begin < first.begin) std::swap(first, second);
  if (second.begin < first.end) return std::string(text);  // one contains the other
  const std::string late = replaced(text, second, part(text, first));
  return replaced(late, first, part(text, second));
}

std::string JsonMutator::repeated(std::string_view text, const JsonPlace& place) {
  constexpr std::size_t enough = 1 << 20;  // beyond every limit of length
  const bool gets_other_keys = place.key.size() > 0 && below(2) == 0;
  std::string copies;
  const std::size_t times = count();
  for (std::size_t i = 0; i < times && copies.size() < enough; ++i) {
    if (gets_other_keys) {
      copies += "\"k" + std::to_string(i) + "\": ";
      copies += part(text, place.value);
    } else {
      copies += part(text, place.entry);
    }
    copies += ", ";
  }
  return replaced(text, {place.entry.begin, place.entry.begin}, copies);
}

std::string JsonMutator::without(std::string_view text, const JsonPlace& place) {
  Span gone = place.entry;
  const std::size_t after = text.find_first_not_of(white_space, gone.end);
  const std::size_t before =
      gone.begin == 0 ? std::string_view::npos : text.find_last_not_of(white_space, gone.begin - 1);
  if (after != std::string_view::npos && text[after] == ',') {
    gone.end = after + 1;
  } else if (before != std::string_view::npos && text[before] == ',') {
    gone.begin = before;
  }
  return replaced(text, gone, "");
}

std::string JsonMutator::with_member(std::string_view text, const JsonPlace& object) {
  std::string members;
  const std::size_t times = count();
  const std::string value = any_value();
  for (std::size_t i = 0; i < times && members.size() < (1 << 20); ++i) {
    members += (times == 1 ? key() : "\"unknown" + std::to_string(i) + "\"") + ": " + value + ", ";
  }
  if (object.size == 0) members.resize(members.size() - 2);
  const std::size_t where = object.value.begin + 1;
  return replaced(text, {where, where}, members);
}

// All rows of a list of lists; for any other list, the list itself.
std::string JsonMutator::with_other_shape(std::string_view text, const JsonPlace& list) {
  const std::string_view whole = part(text, list.value);
  const bool is_longer = below(2) == 0;
  std::string result;
  std::size_t copied = 0;
  for (const JsonPlace& place : places_of(whole)) {
    if (place.kind != JsonKind::list || place.size == 0 || place.value.begin < copied) continue;
    const std::size_t open = place.value.begin + 1;
    const std::size_t next = whole.find_first_of("[,]", open);
    if (next == std::string_view::npos || whole[next] == '[') continue;  // the list of rows
    result += whole.substr(copied, open - copied);
    if (is_longer) {
      result += number() + ", ";
      copied = open;
    } else {
      copied = next + (whole[next] == ',' ? 1 : 0);
    }
  }
  result += whole.substr(copied);
  return replaced(text, list.value, result);
}

std::string JsonMutator::mutated_once(std::string_view text) {
  const std::vector<JsonPlace> places = places_of(text);
  if (places.empty()) return std::string(text);
  const JsonPlace& place = places[below(places.size())];
  const auto pick = [&](JsonKind kind) {
    std::vector<const JsonPlace*> fitting;
    for (const JsonPlace& candidate : places) {
      if (candidate.kind == kind) fitting.push_back(&candidate);
    }
    return fitting.empty() ? &place : fitting[below(fitting.size())];
  };
  switch (below(12)) {
    case 0: return swapped(text, places);
    case 1: return repeated(text, place);
    case 2: return without(text, place);
    case 3: return replaced(text, place.value, any_value());
    case 4: return replaced(text, pick(JsonKind::number)->value, number());
    case 5: return replaced(text, pick(JsonKind::text)->value, text_value());
    case 6: return place.key.size() == 0 ? repeated(text, place) : replaced(text, place.key, key());
    case 7: {
      const JsonPlace* object = pick(JsonKind::object);
      return object->kind == JsonKind::object ? with_member(text, *object) : without(text, place);
    }
    case 8: return replaced(text, place.value, nested(part(text, place.value)));
    case 9: {
      const JsonPlace* list = pick(JsonKind::list);
      return list->kind == JsonKind::list ? with_other_shape(text, *list) : repeated(text, place);
    }
    case 10: return replaced(text, place.value, part(text, places[below(places.size())].value));
    default: return repeated(text, *pick(JsonKind::list));
  }
}

}  // namespace attention_lab::campaign
