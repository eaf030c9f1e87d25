// Texts in a picture that are not drawn correctly because a font or complex text layout is missing.
#pragma once

#include <string>
#include <vector>

#include "ui/figures/base/display_list.h"

namespace attention_lab {

/// What is wrong with a script when its letters are drawn one by one from left to right.
enum class ScriptFault {
  backwards,               ///< it is written from right to left
  backwards_and_unjoined,  ///< the same, and its letters join
  unjoined,                ///< its letters join
  unshaped,                ///< its vowel signs move, and letters merge
  uncombined,              ///< its letters form blocks, one per syllable
};

struct FaultyScript {
  std::string name;  ///< "Hebrew"
  ScriptFault fault = ScriptFault::backwards;

  bool operator==(const FaultyScript&) const = default;
};

struct TextFaults {
  std::vector<std::string> missing;   ///< characters that no font has, each once, in the order of the texts
  std::vector<FaultyScript> scripts;  ///< likewise
  std::vector<std::string> replaced;  ///< characters that no file can show (see is_showable), likewise

  bool operator==(const TextFaults&) const = default;
};

/// Finds what is wrong with the texts of the picture. Every canvas draws text letter by letter, from left to
/// right. This is correct for a single letter, so a script is reported only if a text has two letters of it.
/// Thai and Lao are not reported: they are stored in writing order, and their letters do not join. `known`
/// contains the faults of other pictures; new ones are added to it.
TextFaults text_faults(const DisplayList& list, const TextMetrics& metrics, TextFaults known = {});

/// For tokens and a title written as text: the characters that CSV, TSV, Markdown and LaTeX replace. White
/// space is kept or becomes a space, and is not reported.
TextFaults faults_in_text(const std::vector<std::string>& texts);

/// One sentence for the missing characters, one per script, and one for the replaced characters.
std::vector<std::string> in_sentences(const TextFaults& faults);

/// What is hard to read in a picture whose units are points on paper: texts below 5 points, and labels that
/// have been shortened.
std::vector<std::string> legibility_warnings(const DisplayList& list);

/// The notes of the picture with how to see what it omits, and its warnings.
std::vector<std::string> notes_with_remedy(const DisplayList& list);

/// Warnings for the user who creates a file of the picture: its notes and warnings, and the faults of its
/// texts.
std::vector<std::string> warnings_of(const DisplayList& list, const TextMetrics& metrics);

}  // namespace attention_lab
