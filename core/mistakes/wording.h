// How the formulas and sentences about mistakes are written on the screen.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/attention/model.h"
#include "core/mistakes/mistake.h"

namespace attention_lab {

/// Plain text of the engine as mark-up: W_q, d_k, d_model and ^T become real scripts, masked_scores is
/// written as the screen writes it; every other underscore stays one.
std::string as_markup(std::string_view plain);

/// How a stage is computed rightly, in words of the same kind as wrong_formula(): mark-up. Biases and the
/// temperature are in it where the model has them.
std::string right_formula(const Model& model, Mistake mistake, MatrixName stage);

/// How the mistake computes it: wrong_formula() as mark-up, with the model's biases and temperature.
std::string wrong_formula(const Model& model, Mistake mistake, MatrixName stage);

/// What reconciles the formulas with the lines of PyTorch, plain; empty where they agree as they stand.
std::string note_on_code(Mistake mistake);

/// What the wrong way is called beside the right one: "wrong", or "also correct" of the one that is.
const char* label_of_wrong_way(Mistake mistake);

/// The stage whose formula tells the mistake best where `shown` is looked at: `shown` itself if the mistake
/// computes it in another way, else the first that it does.
MatrixName stage_of_formula(Mistake mistake, MatrixName shown);

/// "Correct weights", "Wrong weights", "Wrong − correct": the titles of the pictures, mark-up. `head`: of
/// several, counted from 0.
struct PictureTitles {
  std::string right;
  std::string wrong;
  std::string difference;
};
PictureTitles picture_titles(Mistake mistake, MatrixName stage, std::optional<Index> head = std::nullopt);

}  // namespace attention_lab
