// Texts of a picture that cannot be read as they are drawn, for lack of a font or of typesetting.
#pragma once

#include <string>
#include <vector>

#include "ui/figures/base/display_list.h"

namespace attention_lab {

/// What is wrong with a script whose letters are drawn one by one, from left to right.
enum class ScriptFault {
  backwards,               ///< it is written from right to left
  backwards_and_unjoined,  ///< and its letters join
  unjoined,                ///< its letters join
  unshaped,                ///< its vowel signs move, its letters merge
  uncombined,              ///< its letters stand in blocks, one for each syllable
};

struct FaultyScript {
  std::string name;  ///< "Hebrew"
  ScriptFault fault = ScriptFault::backwards;

  bool operator==(const FaultyScript&) const = default;
};

struct TextFaults {
  std::vector<std::string> missing;   ///< characters that no font has, each once, in the order of the texts
  std::vector<FaultyScript> scripts;  ///< likewise
  std::vector<std::string> replaced;  ///< characters that no file can show (is_showable), likewise

  bool operator==(const TextFaults&) const = default;
};

/// What is wrong with the texts of the picture. Every canvas draws a text letter by letter, from left to
/// right. A single letter is right even so: a script is named where a text shows two letters of it. Thai and
/// Lao are not named: they are stored in the order in which they are written, and their letters do not join.
/// `known`: what was found in other pictures, to be added to.
TextFaults text_faults(const DisplayList& list, const TextMetrics& metrics, TextFaults known = {});

/// Of tokens and title written as text: what CSV, TSV, Markdown and LaTeX replace. White space is kept, or
/// becomes a blank, and is not named.
TextFaults faults_in_text(const std::vector<std::string>& texts);

/// One sentence for the missing characters, one for each script, and one for the replaced characters.
std::vector<std::string> in_sentences(const TextFaults& faults);

/// The notes of the picture, with the way to see what it leaves out.
std::vector<std::string> notes_with_remedy(const DisplayList& list);

/// What whoever makes a file of the picture should be told: its notes, and what is wrong with its texts.
std::vector<std::string> warnings_of(const DisplayList& list, const TextMetrics& metrics);

}  // namespace attention_lab
