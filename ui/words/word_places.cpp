#include "ui/words/word_places.h"

#include <algorithm>

#include "core/words/glossary.h"
#include "core/words/matrix_words.h"
#include "core/words/templates.h"
#include "ui/figures/pipeline/pipeline_plan.h"
#include "ui/workspaces/training/training_work.h"

namespace attention_lab {
namespace {

/// Whether the pipeline of this document shows the matrix.
bool is_in_pipeline(const Session& session, const MatrixRef& ref) {
  const StagePlan plan = plan_stages(session.model(), session.trace(), ref.head, false);
  return plan.find(ref.name).has_value();
}

/// How a document gets this matrix.
const char* how_to_have(MatrixName matrix) {
  switch (matrix) {
    case MatrixName::position_embeddings:
      return "This document has no position embeddings. Choose “learned” or “sinusoidal” under “positions” "
             "in "
             "the row of controls.";
    case MatrixName::b_q:
      return "This document has no biases. Choose “Biases b_q, b_k, b_v” in the Edit menu, or press Ctrl+K "
             "and "
             "type “biases”.";
    case MatrixName::masked_scores:
      return "This document has no mask. Choose “causal” under “mask” in the row of controls.";
    case MatrixName::dropped_weights:
      return "This document has no dropout. Choose a probability under “dropout” in the row of controls.";
    case MatrixName::W_o:
      return "This document has no output projection. Choose “Output projection W_o” in the Edit menu.";
    case MatrixName::concatenated:
      return "This document has one head. Increase “heads” in the row of controls.";
    default: break;
  }
  return "This document has no weight matrices. Choose “trainable” under “projection” in the row of "
         "controls.";
}

void show_in_pipeline(const Session& session, ViewState& view, MatrixName name) {
  view.workspace = Workspace::pipeline;
  close_steps(view.steps);
  MatrixRef ref{name, is_per_head(name) ? view.shown_head : 0};
  // With one head and no W_o, the output of the head is the context.
  if (name == MatrixName::head_output && !is_in_pipeline(session, ref)) ref = {MatrixName::context, 0};
  view.pipeline.focus.reset();
  view.selected.reset();
  if (!is_in_pipeline(session, ref)) {
    view.say(how_to_have(name));
    return;
  }
  view.pipeline.focus = focused_stage(session.model(), ref.name);
  // A later token's row says more: under a causal mask, the first one sees only itself.
  const MatrixView numbers = matrix_view(session.model(), session.trace(), ref);
  view.selected = CellRef{ref, std::min<Index>(1, numbers.rows() - 1), 0};
  view.editing.scrolls_to_selection = true;
}

void show_page(ViewState& view, LaboratoryPage page) {
  view.workspace = Workspace::laboratory;
  view.laboratory.page = page;
}

}  // namespace

std::string place_in_words(std::size_t word) {
  const GlossaryWord& entry = all_words()[word];
  switch (entry.place) {
    case WordPlace::matrix:
      return filled("In the pipeline: <matrix>", {{"matrix", display_name(entry.matrix)}});
    case WordPlace::variance: return "In the laboratory: Variance";
    case WordPlace::sharpness: return "In the laboratory: Sharpness";
    case WordPlace::gradient: return "In the laboratory: Gradient";
    case WordPlace::training: return "In training";
    case WordPlace::target: return "In training with a target";
    case WordPlace::next_words: return "In training with a corpus";
  }
  return {};
}

void show_word(const Session& session, ViewState& view, std::size_t word) {
  const GlossaryWord& entry = all_words()[word];
  switch (entry.place) {
    case WordPlace::matrix: return show_in_pipeline(session, view, entry.matrix);
    case WordPlace::variance: return show_page(view, LaboratoryPage::variance);
    case WordPlace::sharpness: return show_page(view, LaboratoryPage::sharpness);
    case WordPlace::gradient: return show_page(view, LaboratoryPage::gradient);
    case WordPlace::training:
    case WordPlace::target:
    case WordPlace::next_words: view.workspace = Workspace::training;
  }
  if (entry.place == WordPlace::training) return;
  const bool learns_words = learned_of(session.document(), view.training) == Learned::next_word;
  if (entry.place == WordPlace::next_words && !learns_words)
    view.say("Choose “next word” as the objective of training, or open a preset with a corpus.");
  if (entry.place == WordPlace::target && learns_words)
    view.say("Choose “attention” as the objective of training.");
}

}  // namespace attention_lab
