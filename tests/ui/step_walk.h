// The steps of presets, for tests that walk through all of them.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "app/files/presets.h"
#include "core/document/session.h"
#include "core/steps/step.h"
#include "random_documents.h"

namespace attention_lab::testing {

/// The preset of that name, or a failure of the test.
inline Session preset_session(std::string_view name) {
  Result<Document> loaded = load_preset(name);
  if (!loaded) {
    ADD_FAILURE() << to_string(loaded.error());
    return Session(small_document());
  }
  return Session(*std::move(loaded));
}

/// Calls `check(head, step)` with every step there is.
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
