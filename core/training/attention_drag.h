// Moves W_q and W_k until one attention weight has the value that the user holds it at.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/attention/matrix_name.h"
#include "core/attention/model.h"
#include "core/attention/types.h"
#include "core/result.h"
#include "core/training/objective.h"

namespace attention_lab {

/// What is asked of the other weights.
enum class OtherWeights {
  free,  ///< nothing
  held,  ///< near what they were; those of the same row share what the weight leaves over as before
};

enum class DragProgress {
  moving,
  reached,  ///< the weight is where it is wanted, up to AttentionDrag::tolerance
  stuck,    ///< gradient steps bring it no closer
};

/// Gradient descent on W_q and W_k of one head, on the cross-entropy of one weight (WeightObjective), or
/// of all (MatchObjective). The length of a step follows from the last two gradients, and is halved until the
/// loss does not rise, so that the numbers stay finite. Source: Barzilai and Borwein, "Two-Point Step Size
/// Gradient Methods" (1988).
class AttentionDrag {
 public:
  static constexpr double tolerance = 0.0005;
  /// Softmax gives no weight of exactly 0 or 1.
  static constexpr double least_weight = 0.001;
  static constexpr double largest_weight = 0.999;

  /// Error: not_editable, with the reason why W_q and W_k cannot change this weight: simplified attention, a
  /// hidden key, the only visible key of a row, or visible keys that are all equal. Also if numbers are so
  /// large that the loss is not finite. Precondition: `weight` is a cell of the weights of a head.
  static Result<std::unique_ptr<AttentionDrag>> begin(const Model& model, const CellRef& weight,
                                                      OtherWeights others);

  /// From now on, the weight is wanted at `weight`, or at the nearest possible end.
  void pull_to(double weight);
  /// At most so many steps.
  DragProgress advance(int steps);

  const CellRef& cell() const { return cell_; }
  double wanted() const { return wanted_; }
  /// At present.
  double weight() const;
  DragProgress progress() const { return progress_; }
  const Model& model() const { return objective_->model(); }
  MatrixRef W_q() const { return {MatrixName::W_q, cell_.matrix.head}; }
  MatrixRef W_k() const { return {MatrixName::W_k, cell_.matrix.head}; }

  /// The largest difference of another weight from what it should be if the others are held.
  double largest_change_of_others() const;

  /// Plain text: why the weight comes no closer, or that the other weights could not be held near their
  /// values. Empty while the drag is moving, and if all went well.
  std::string describe_result(const std::vector<std::string>& tokens) const;

 private:
  AttentionDrag(const Model& model, const CellRef& weight, OtherWeights others, Index equal_keys);
  Matrix target_with(double weight) const;
  std::string describe_limit(const std::vector<std::string>& tokens) const;
  void descend_to_target();
  bool corrects_target();
  bool is_at_aim() const;
  void end();
  bool step();
  double evaluate();
  void read(std::vector<double>& numbers) const;
  void write(const std::vector<double>& numbers);

  CellRef cell_;
  OtherWeights others_;
  Index equal_keys_;  // visible keys with the same row of X as the key, which is one of them
  Matrix before_;     // the weights at the start
  std::unique_ptr<TrainingObjective> objective_;
  double wanted_ = 0;
  double aim_ = 0;     // the wanted weight, or the largest possible one
  double target_ = 0;  // of the objective; beyond the aim where the other weights hold it back
  DragProgress progress_ = DragProgress::reached;

  // Of the descent towards the present target. Numbers are those of W_q followed by those of W_k.
  std::vector<double> numbers_;
  std::vector<double> gradient_;
  std::vector<double> tried_;
  std::vector<double> tried_gradient_;
  double loss_ = 0;
  double length_ = 0;  // of the next step, as a multiple of the gradient
  int steps_ = 0;
  double loss_before_ = 0;    // some steps ago
  double weight_before_ = 0;  // likewise
};

}  // namespace attention_lab
