// The documents of assets/presets, read without the program, and an iteration over all of their steps.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/attention/positions.h"
#include "core/document/session.h"
#include "core/steps/step.h"
#include "fixtures.h"

namespace attention_lab::testing {

inline const std::filesystem::path presets_folder =
    std::filesystem::path(ATTENTION_LAB_FIXTURES) / "../../assets/presets";

/// "alice", "alice-trained", …
inline std::vector<std::string> preset_names() {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(presets_folder))
    names.push_back(file.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

/// The preset of this name, without its texts and the words of the vocabulary that are not in its sentence.
inline Document preset_document(std::string_view name) {
  const auto path = presets_folder / (std::string(name) + ".json");
  nlohmann::json file = nlohmann::json::parse(std::ifstream(path));
  Document document;
  document.tokens = file.at("tokens").get<std::vector<std::string>>();
  if (file.contains("vocabulary")) {
    for (const std::string& token : document.tokens)
      file["embeddings"].push_back(file.at("vocabulary").at(token));
  }
  if (!file.contains("heads")) file["heads"] = nlohmann::json::array();
  document.model = fixtures::model_of(file);
  if (file.contains("position_embeddings")) {
    document.model.options.positions = Positions::sinusoidal;
    document.model.position_embeddings =
        sinusoidal_positions(document.model.n_tokens(), document.model.d_model());
  }
  if (file.contains("dropout")) {
    const nlohmann::json& dropout = file.at("dropout");
    document.model.options.dropout = {dropout.at("p").get<Scalar>(), dropout.at("seed").get<std::uint64_t>()};
  }
  return document;
}

inline Session preset_session(std::string_view name) {
  return Session(preset_document(name));
}

/// Calls `check(head, step)` for every step.
template <class Check>
void for_every_step(const Session& session, Check check) {
  const Model& model = session.model();
  for (Index head = 0; head < model.n_heads(); ++head) {
    for (const Step& step : matrix_steps_of(model)) check(head, step);
    for (Index token = 0; token < model.n_tokens(); ++token) {
      for (const Step& step : steps_of(model, token)) check(head, step);
    }
  }
}

}  // namespace attention_lab::testing
