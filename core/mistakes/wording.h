// How formulas and sentences about mistakes are shown on the screen.
#pragma once

#include <optional>
#include <string>

#include "core/attention/model.h"
#include "core/mistakes/mistake.h"

namespace attention_lab {

/// How a stage is computed correctly, in the style of wrong_formula(), as mark-up. Includes biases and the
/// temperature if the model has them.
std::string right_formula(const Model& model, Mistake mistake, MatrixName stage);

/// How the mistake computes the stage: wrong_formula() as mark-up, with the model's biases and temperature.
std::string wrong_formula(const Model& model, Mistake mistake, MatrixName stage);

/// Explains how the formulas correspond to the lines of PyTorch; plain text, empty if they already agree.
std::string note_on_code(Mistake mistake);

/// The label of the wrong way: "wrong", or "also correct" for the one that is.
const char* label_of_wrong_way(Mistake mistake);

/// The stage whose formula explains the mistake best while `shown` is on display: `shown` itself if the
/// mistake computes it differently, otherwise the first stage that it computes differently.
MatrixName stage_of_formula(Mistake mistake, MatrixName shown);

/// "Correct weights", "Wrong weights", "Wrong − correct": the titles of the pictures, as mark-up. `head`:
/// counted from 0, if there are several heads.
struct PictureTitles {
  std::string right;
  std::string wrong;
  std::string difference;
};
PictureTitles picture_titles(Mistake mistake, MatrixName stage, std::optional<Index> head = std::nullopt);

}  // namespace attention_lab
