#include "ui/figures/base/text_faults.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>
#include <utility>

#include "core/words/number_format.h"
#include "core/words/templates.h"
#include "core/words/utf8.h"

namespace attention_lab {
namespace {

constexpr std::size_t most_named = 3;  // of the missing characters

/// The letters of one script. Digits and combining marks are excluded: digits run from left to right in every
/// script, and a letter with its marks is still one letter.
struct Letters {
  char32_t first;
  char32_t last;
  const char* script;
  ScriptFault fault;
};

// In Unicode order.
constexpr std::array scripts = {
    Letters{0x05D0, 0x05F4, "Hebrew", ScriptFault::backwards},
    Letters{0x0620, 0x064A, "Arabic", ScriptFault::backwards_and_unjoined},
    Letters{0x066E, 0x06D5, "Arabic", ScriptFault::backwards_and_unjoined},
    Letters{0x06EE, 0x06EF, "Arabic", ScriptFault::backwards_and_unjoined},
    Letters{0x06FA, 0x06FF, "Arabic", ScriptFault::backwards_and_unjoined},
    Letters{0x0710, 0x072F, "Syriac", ScriptFault::backwards_and_unjoined},
    Letters{0x074D, 0x074F, "Syriac", ScriptFault::backwards_and_unjoined},
    Letters{0x0750, 0x077F, "Arabic", ScriptFault::backwards_and_unjoined},
    Letters{0x0780, 0x07A5, "Thaana", ScriptFault::backwards},
    Letters{0x07CA, 0x07EA, "N’Ko", ScriptFault::backwards_and_unjoined},
    Letters{0x0800, 0x0815, "Samaritan", ScriptFault::backwards},
    Letters{0x0840, 0x0858, "Mandaic", ScriptFault::backwards_and_unjoined},
    Letters{0x0860, 0x086A, "Syriac", ScriptFault::backwards_and_unjoined},
    Letters{0x0870, 0x088E, "Arabic", ScriptFault::backwards_and_unjoined},
    Letters{0x08A0, 0x08C9, "Arabic", ScriptFault::backwards_and_unjoined},
    Letters{0x0900, 0x0963, "Devanagari", ScriptFault::unshaped},
    Letters{0x0971, 0x097F, "Devanagari", ScriptFault::unshaped},
    Letters{0x0980, 0x09E3, "Bengali", ScriptFault::unshaped},
    Letters{0x0A00, 0x0A5F, "Gurmukhi", ScriptFault::unshaped},
    Letters{0x0A80, 0x0AE3, "Gujarati", ScriptFault::unshaped},
    Letters{0x0B00, 0x0B63, "Odia", ScriptFault::unshaped},
    Letters{0x0B80, 0x0BD7, "Tamil", ScriptFault::unshaped},
    Letters{0x0C00, 0x0C63, "Telugu", ScriptFault::unshaped},
    Letters{0x0C80, 0x0CE3, "Kannada", ScriptFault::unshaped},
    Letters{0x0D00, 0x0D63, "Malayalam", ScriptFault::unshaped},
    Letters{0x0D80, 0x0DDF, "Sinhala", ScriptFault::unshaped},
    Letters{0x0F40, 0x0FBC, "Tibetan", ScriptFault::unshaped},
    Letters{0x1000, 0x103F, "Burmese", ScriptFault::unshaped},
    Letters{0x1100, 0x11FF, "Hangul", ScriptFault::uncombined},
    Letters{0x1780, 0x17D3, "Khmer", ScriptFault::unshaped},
    Letters{0x1820, 0x18AA, "Mongolian", ScriptFault::unjoined},
    Letters{0x1A20, 0x1A7C, "Tai Tham", ScriptFault::unshaped},
    Letters{0x1B00, 0x1B4C, "Balinese", ScriptFault::unshaped},
    Letters{0x1B80, 0x1BAF, "Sundanese", ScriptFault::unshaped},
    Letters{0x1C00, 0x1C37, "Lepcha", ScriptFault::unshaped},
    Letters{0xA840, 0xA873, "Phags-pa", ScriptFault::unjoined},
    Letters{0xA960, 0xA97C, "Hangul", ScriptFault::uncombined},
    Letters{0xA980, 0xA9C0, "Javanese", ScriptFault::unshaped},
    Letters{0xAA00, 0xAA4D, "Cham", ScriptFault::unshaped},
    Letters{0xABC0, 0xABED, "Meitei", ScriptFault::unshaped},
    Letters{0xD7B0, 0xD7FB, "Hangul", ScriptFault::uncombined},
    Letters{0xFB1D, 0xFB4F, "Hebrew", ScriptFault::backwards},
    Letters{0xFB50, 0xFDFF, "Arabic", ScriptFault::backwards},  // presentation forms: joined
    Letters{0xFE70, 0xFEFC, "Arabic", ScriptFault::backwards},
    Letters{0x10D00, 0x10D23, "Hanifi Rohingya", ScriptFault::backwards_and_unjoined},
    Letters{0x1E800, 0x1E8C4, "Mende Kikakui", ScriptFault::backwards},
    Letters{0x1E900, 0x1E943, "Adlam", ScriptFault::backwards_and_unjoined},
};

const Letters* letters_with(char32_t c) {
  if (c < scripts.front().first) return nullptr;
  const auto found = std::find_if(scripts.begin(), scripts.end(),
                                  [&](const Letters& l) { return c >= l.first && c <= l.last; });
  return found == scripts.end() ? nullptr : &*found;
}

template <class T>
void add_once(std::vector<T>& list, const T& value) {
  if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
}

bool is_number(std::string_view text) {
  return text.find_first_of("0123456789") != std::string_view::npos &&
         text.find_first_not_of("0123456789.e\xE2\x88\x92") == std::string_view::npos;
}

bool ends_with_ellipsis(std::string_view text) {
  constexpr std::string_view ellipsis = "…";
  return text.size() > ellipsis.size() && text.substr(text.size() - ellipsis.size()) == ellipsis;
}

void add_faults_of(const std::string& text, const TextMetrics& metrics, TextFaults& faults) {
  std::vector<FaultyScript> seen;  // scripts with at least one letter in the text
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = code_point_at(text, at);
    if (!is_showable(c.value)) {
      add_once(faults.replaced, text.substr(at, c.size));
      at += c.size;
      continue;
    }
    const bool is_box = !metrics.has(c.value);
    if (is_box) add_once(faults.missing, text.substr(at, c.size));
    at += c.size;
    const Letters* const letters = letters_with(c.value);
    if (letters == nullptr || is_box) continue;
    const FaultyScript script{letters->script, letters->fault};
    const bool is_second = std::find(seen.begin(), seen.end(), script) != seen.end();
    is_second ? add_once(faults.scripts, script) : seen.push_back(script);
  }
}

/// “語 (U+8A9E)”: includes the code, because the reader may lack the font as well.
std::string name_of(const std::string& character) {
  const char32_t value = code_point_at(character, 0).value;
  std::array<char, 16> code{};
  std::snprintf(code.data(), code.size(), "U+%04X", static_cast<unsigned>(value));
  return is_showable(value) ? character + " (" + code.data() + ")" : code.data();
}

/// "x, y and 3 more"
std::string names_of(const std::vector<std::string>& characters) {
  const std::size_t named = characters.size() > most_named + 1 ? most_named : characters.size();
  std::vector<std::string> names;
  for (std::size_t i = 0; i < named; ++i) names.push_back(name_of(characters[i]));
  if (named < characters.size())
    names.push_back(filled("<count> more", {{"count", characters.size() - named}}));
  return list_of(names);
}

std::string sentence_of_missing(const std::vector<std::string>& missing) {
  return filled(missing.size() == 1
                    ? "No font on this machine has the character <names>; it appears as a box."
                    : "No font on this machine has the characters <names>; they appear as boxes.",
                {{"names", names_of(missing)}});
}

std::string sentence_of_replaced(const std::vector<std::string>& replaced) {
  return filled(replaced.size() == 1 ? "The character <names> cannot be exported; U+FFFD replaces it."
                                     : "The characters <names> cannot be exported; U+FFFD replaces them.",
                {{"names", names_of(replaced)}});
}

const char* template_of(ScriptFault fault) {
  switch (fault) {
    case ScriptFault::backwards:
      return "<script> is drawn from left to right here, so its words read backwards.";
    case ScriptFault::backwards_and_unjoined:
      return "<script> is drawn letter by letter from left to right here, so its words read backwards and "
             "their letters do not join.";
    case ScriptFault::unjoined: return "<script> is drawn letter by letter here, so its letters do not join.";
    case ScriptFault::unshaped:
      return "<script> is drawn letter by letter here, so vowel signs may be in the wrong place and letters "
             "that should join may be drawn apart.";
    case ScriptFault::uncombined:
      return "<script> in single letters (jamo) is drawn letter by letter here, not in syllables.";
  }
  return "";
}

}  // namespace

TextFaults text_faults(const DisplayList& list, const TextMetrics& metrics, TextFaults known) {
  TextFaults faults = std::move(known);
  for (const DrawCommand& command : list.commands) {
    // The control characters of mark-up are plain ASCII, so they do not matter here.
    if (const Text* text = std::get_if<Text>(&command)) add_faults_of(text->text, metrics, faults);
  }
  return faults;
}

TextFaults faults_in_text(const std::vector<std::string>& texts) {
  TextFaults faults;
  for (const std::string& text : texts) {
    for (std::size_t at = 0; at < text.size();) {
      const CodePoint c = code_point_at(text, at);
      if (!is_line_or_tab(c.value) && !is_showable(c.value))
        add_once(faults.replaced, text.substr(at, c.size));
      at += c.size;
    }
  }
  return faults;
}

std::vector<std::string> in_sentences(const TextFaults& faults) {
  std::vector<std::string> sentences;
  if (!faults.missing.empty()) sentences.push_back(sentence_of_missing(faults.missing));
  for (const FaultyScript& script : faults.scripts)
    sentences.push_back(filled(template_of(script.fault), {{"script", script.name}}));
  if (!faults.replaced.empty()) sentences.push_back(sentence_of_replaced(faults.replaced));
  return sentences;
}

std::vector<std::string> notes_with_remedy(const DisplayList& list) {
  std::vector<std::string> notes;
  for (const PictureNote& note : list.notes)
    notes.push_back(note.remedy.empty()
                        ? note.text
                        : filled("<note> <remedy>", {{"note", note.text}, {"remedy", note.remedy}}));
  notes.insert(notes.end(), list.warnings.begin(), list.warnings.end());
  return notes;
}

std::vector<std::string> legibility_warnings(const DisplayList& list) {
  constexpr float least = 5;
  float numbers = least;
  float labels = least;
  bool are_shortened = false;
  for (const DrawCommand& command : list.commands) {
    const Text* const text = std::get_if<Text>(&command);
    if (text == nullptr || text->text.empty()) continue;
    float& smallest = is_number(text->text) ? numbers : labels;
    smallest = std::min(smallest, text->size);
    are_shortened = are_shortened || ends_with_ellipsis(text->text);
  }
  std::vector<std::string> warnings;
  const auto add = [&](const char* sentence, float size) {
    constexpr float rounding = 0.05f;
    if (size < least - rounding)
      warnings.push_back(filled(sentence, {{"size", format_number(static_cast<double>(size), 1)}}));
  };
  add("Numbers are <size> pt at this size.", numbers);
  add("Labels are <size> pt at this size.", labels);
  if (are_shortened) warnings.push_back("Some labels are too long for this size and end with “…”.");
  return warnings;
}

std::vector<std::string> warnings_of(const DisplayList& list, const TextMetrics& metrics) {
  std::vector<std::string> warnings = notes_with_remedy(list);
  for (std::string& sentence : in_sentences(text_faults(list, metrics)))
    warnings.push_back(std::move(sentence));
  return warnings;
}

}  // namespace attention_lab
