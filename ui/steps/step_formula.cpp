#include "ui/steps/step_formula.h"

#include "core/attention/mask.h"
#include "core/attention/matrix_name.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"

namespace attention_lab {
namespace {

class Formula {
 public:
  Formula(const Session& session, Index head, const Step& step)
      : session_(session), model_(session.model()), head_(head), step_(step) {}

  std::string text() const { return is_of_all_tokens(step_.kind) ? formula_of_all() : formula(); }

 private:
  bool is_identity() const { return model_.options.projection == Projection::identity; }
  bool ends_in_context() const { return model_.n_heads() == 1 && !model_.has_output_projection(); }
  std::string i() const { return std::to_string(step_.token + 1); }
  std::string j() const { return std::to_string(step_.key + 1); }
  std::string c() const { return std::to_string(step_.column + 1); }
  static std::string indexed(const std::string& letter, const std::string& index) {
    return letter + "_{" + index + "}";
  }
  std::string q() const { return indexed(is_identity() ? "x" : "q", i()); }
  std::string k() const { return indexed(is_identity() ? "x" : "k", j()); }
  std::string score_before_softmax(const std::string& key) const {
    return indexed(model_.options.mask == Mask::none ? "s" : "m", i() + "," + key);
  }
  std::string bias(MatrixName name, const std::string& text) const {
    return matrix_view(model_, session_.trace(), {name, head_}).size() > 0 ? " + " + text : "";
  }
  std::string divisor() const {
    switch (model_.options.scale.kind) {
      case Scale::Kind::sqrt_d_k: return "√d_k";
      case Scale::Kind::none: return "1";
      case Scale::Kind::custom: return "divisor";
    }
    return {};
  }
  std::string projection(const std::string& letter, MatrixName weight, MatrixName bias_name,
                         const std::string& row) const {
    return indexed(letter, row) + " = " + indexed("x", row) + " · " + display_name(weight) +
           bias(bias_name, display_name(bias_name));
  }

  std::string formula() const {
    const std::string ij = i() + "," + j();
    switch (step_.kind) {
      case StepKind::embedding:
        return model_.has_positions() ? indexed("e", i()) + " = row " + i() + " of the token embeddings"
                                      : indexed("x", i()) + " = row " + i() + " of X";
      case StepKind::position:
        return indexed("x", i()) + " = " + indexed("e", i()) + " + " + indexed("p", i());
      case StepKind::query_term: return query_entry_sum() + ",  now t = " + std::to_string(step_.term + 1);
      case StepKind::query_bias: return query_entry_sum();
      case StepKind::query_entry:
        return indexed("q", i() + "," + c()) + " = " + indexed("x", i()) + " · column " + c() + " of W_q" +
               bias(MatrixName::b_q, "b_q[" + c() + "]");
      case StepKind::query:
        return is_identity() ? indexed("q", i()) + " = " + indexed("x", i())
                             : projection("q", MatrixName::W_q, MatrixName::b_q, i());
      case StepKind::key: return projection("k", MatrixName::W_k, MatrixName::b_k, j());
      case StepKind::value: return projection("v", MatrixName::W_v, MatrixName::b_v, j());
      case StepKind::score_term: return score_sum();
      case StepKind::score: return indexed("ω", ij) + " = " + q() + " · " + k();
      case StepKind::scaled_score: return indexed("s", ij) + " = " + indexed("ω", ij) + " ÷ " + divisor();
      case StepKind::mask: return mask();
      case StepKind::row_maximum: return "max = the largest of " + score_before_softmax("j");
      case StepKind::exponential: return indexed("e", ij) + " = " + exponential();
      case StepKind::exponential_sum: return exponential_sum();
      case StepKind::weight:
        return indexed("α", ij) + " = " + indexed("e", ij) + " ÷ Σ_j " + indexed("e", i() + ",j");
      case StepKind::dropout:
        return indexed("α'", i() + ",j") + " = 0 where dropped, else " + indexed("α", i() + ",j") +
               " ÷ (1 − p)";
      case StepKind::accumulation: return weighted_sum();
      case StepKind::concatenation:
        return indexed(model_.has_output_projection() ? "c" : "z", i()) + " = " + indexed("h", i()) +
               " of every head, side by side";
      default:
        return indexed("z", i()) + " = " + indexed(model_.n_heads() > 1 ? "c" : "h", i()) + " · W_o" +
               bias(MatrixName::b_o, "b_o");
    }
  }

  std::string query_entry_sum() const {
    return indexed("q", i() + "," + c()) + " = Σ_t " + indexed("x", i() + ",t") + " × W_q[t," + c() + "]" +
           bias(MatrixName::b_q, "b_q[" + c() + "]");
  }
  std::string score_sum() const {
    const std::string query = indexed(is_identity() ? "x" : "q", i() + ",t");
    const std::string key = indexed(is_identity() ? "x" : "k", j() + ",t");
    return q() + " · " + k() + " = Σ_t " + query + " × " + key +
           ",  now t = " + std::to_string(step_.term + 1);
  }
  std::string mask() const {
    return indexed("m", i() + ",j") + " = −∞ where j > " + i() + ", else " + indexed("s", i() + ",j");
  }
  std::string exponential() const {
    const std::string difference = score_before_softmax(j()) + " − max";
    return model_.options.temperature == 1 ? "exp(" + difference + ")" : "exp((" + difference + ") ÷ T)";
  }
  std::string exponential_sum() const {
    const std::string first = indexed("e", i() + ",1");
    const std::string last = indexed("e", i() + "," + std::to_string(model_.n_tokens()));
    const std::string sum = "Σ_j " + indexed("e", i() + ",j") + " = " + first;
    if (model_.n_tokens() == 1) return sum;
    return sum + (model_.n_tokens() > 2 ? " + … + " : " + ") + last;
  }
  std::string weighted_sum() const {
    return indexed(ends_in_context() ? "z" : "h", i()) + " = Σ_j " +
           indexed(model_.has_dropout() ? "α'" : "α", i() + ",j") + " · " +
           indexed(is_identity() ? "x" : "v", "j") + ",  now j = " + j();
  }

  // --- all tokens at once

  std::string projection_of_all(MatrixName name, MatrixName weight, MatrixName bias_name) const {
    return display_name(name) + " = X·" + display_name(weight) + bias(bias_name, display_name(bias_name));
  }
  std::string heads_in_a_row() const {
    const Index heads = model_.n_heads();
    return "[head 1 | " + std::string(heads > 2 ? "… | " : "") + "head " + std::to_string(heads) + "]";
  }

  std::string formula_of_all() const {
    const std::string value = is_identity() ? "X" : "V";
    switch (step_.kind) {
      case StepKind::all_embeddings:
        return (model_.has_positions() ? display_name(MatrixName::token_embeddings) + ": "
                                       : std::string("X = the embeddings, ")) +
               "one row per token";
      case StepKind::all_positions:
        return "X = " + display_name(MatrixName::token_embeddings) + " + " +
               display_name(MatrixName::position_embeddings);
      case StepKind::all_queries: return projection_of_all(MatrixName::Q, MatrixName::W_q, MatrixName::b_q);
      case StepKind::all_keys: return projection_of_all(MatrixName::K, MatrixName::W_k, MatrixName::b_k);
      case StepKind::all_values: return projection_of_all(MatrixName::V, MatrixName::W_v, MatrixName::b_v);
      case StepKind::all_transposed_keys:
        return is_identity() ? "X^T: row j becomes column j" : "K^T: row j becomes column j";
      case StepKind::all_scores: return is_identity() ? "scores = X·X^T" : "scores = Q·K^T";
      case StepKind::all_scaled_scores: return "scaled scores = scores ÷ " + divisor();
      case StepKind::all_masked_scores: return "m_{i,j} = −∞ where j > i, else s_{i,j}";
      case StepKind::all_weights:
        return std::string("weights = softmax of ") +
               (model_.options.mask == Mask::none ? "scaled scores" : "masked scores") +
               (model_.options.temperature == 1 ? "" : " ÷ T");
      case StepKind::all_dropped_weights:
        return "dropped weights = weights ∘ mask,  each number of the mask 0 or 1 ÷ (1 − p)";
      case StepKind::all_head_outputs:
        return (ends_in_context() ? "context = " : "head output = ") + display_name(mixing_weights(model_)) +
               "·" + value;
      case StepKind::all_concatenated:
        return (model_.has_output_projection() ? "concatenated = " : "context = ") + heads_in_a_row();
      default:
        return std::string("context = ") + (model_.n_heads() > 1 ? "concatenated" : "head output") + "·W_o" +
               bias(MatrixName::b_o, "b_o");
    }
  }

  const Session& session_;
  const Model& model_;
  Index head_;
  Step step_;
};

}  // namespace

std::string step_formula(const Session& session, Index head, const Step& step) {
  return Formula(session, head, step).text();
}

}  // namespace attention_lab
