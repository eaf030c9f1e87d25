#include "ui/inspector/inspector_content.h"

#include <algorithm>
#include <utility>

#include "core/attention/model.h"
#include "core/steps/arithmetic_words.h"
#include "core/steps/place.h"
#include "core/words/mask_words.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

constexpr std::size_t most_lines = 8;
constexpr Index most_in_line = 3;  // of a vector

class Inspector {
 public:
  Inspector(const Session& session, const CellRef& cell, Index shown_head, int decimals)
      : session_(session), cell_(cell), shown_head_(shown_head), decimals_(decimals) {}

  InspectorContent inspect() {
    const Explanation full = explain(session_.model(), session_.trace(), cell_);
    content_.symbol = symbol_of(cell_);
    content_.value = number(full.value);
    content_.name = name_sentence(session_, cell_);
    content_.sentence = plain_sentence(session_, cell_);
    content_.next_title = next_title();
    const Explanation origin = follow_copies(full);
    describe(origin);
    content_.arithmetic = arithmetic_of(origin, decimals_);
    add_next();
    if (is_square(cell_.matrix.name)) content_.attention_row = cell_.row;
    return std::move(content_);
  }

 private:
  static bool is_square(MatrixName name) { return has_token_columns(name); }
  std::string number(Scalar value) const { return format_number(static_cast<double>(value), decimals_); }
  static InspectedNumber plain(std::string text) { return {std::move(text), MatrixName::scores}; }
  void add_line(InspectedNumber left, std::string sign, InspectedNumber right, std::string result) {
    InspectedLine& line = content_.lines.emplace_back();
    line.left = std::move(left);
    line.sign = std::move(sign);
    line.right = std::move(right);
    line.result = std::move(result);
  }
  void add_quantity(std::string name, std::string value) {
    add_line(plain(std::move(name)), "", plain(""), std::move(value));
  }
  InspectedNumber inspected(const Operand& operand) const {
    return {number(operand.value), operand.cell.matrix.name};
  }

  // The context of one head without W_o is a copy of the head's output; show how that is computed instead.
  Explanation follow_copies(Explanation explanation) const {
    while (explanation.operation == Operation::copy &&
           explanation.source->cell.matrix.name != MatrixName::X) {
      explanation = explain(session_.model(), session_.trace(), explanation.source->cell);
    }
    return explanation;
  }

  void describe(const Explanation& e) {
    switch (e.operation) {
      case Operation::given: content_.formula = ""; break;
      case Operation::sum: describe_sum(e); break;
      case Operation::sinusoid: describe_sinusoid(e); break;
      case Operation::draw: describe_draw(e); break;
      case Operation::copy: content_.formula = symbol_of(e.cell) + " = " + symbol_of(e.source->cell); break;
      case Operation::dot_product: describe_dot_product(e); break;
      case Operation::quotient:
        content_.formula = is_scaled() ? symbol_of(e.source->cell) + " ÷ " + divisor_symbol()
                                       : symbol_of(e.source->cell) + ", not scaled";
        if (!is_scaled()) break;
        add_line(inspected(*e.source), "÷", plain(number(e.divisor)), number(e.value));
        break;
      case Operation::mask:
        content_.formula = e.is_hidden ? "hidden: −∞" : "not masked: unchanged";
        add_line(inspected(*e.source), "→", plain(""), number(e.value));
        break;
      case Operation::softmax: describe_softmax(e); break;
    }
  }

  void describe_sum(const Explanation& e) {
    for (const Operand& summand : e.summands) {
      content_.formula += (content_.formula.empty() ? "" : " + ") + symbol_of(summand.cell);
      add_line(plain(""), "", inspected(summand), "");
    }
    content_.total_label = "sum";
    content_.total = number(e.value);
  }

  void describe_sinusoid(const Explanation& e) {
    const std::string function = e.cell.column % 2 == 0 ? "sin" : "cos";
    const Index pair = e.cell.column - e.cell.column % 2;
    content_.formula =
        filled("<function>(position ÷ 10000^{<pair>/<d_model>})",
               {{"function", function}, {"pair", pair}, {"d_model", session_.model().d_model()}});
    add_quantity("position, counted from 0", std::to_string(e.cell.row));
    add_quantity("angle in radians", format_number(e.angle, decimals_));
    content_.total_label = function;
    content_.total = number(e.value);
  }

  void describe_draw(const Explanation& e) {
    content_.formula = e.value == 0 ? "dropped: 0" : "kept: 1 ÷ (1 − p)";
    add_quantity("p, the share that is dropped", format_exactly(static_cast<float>(e.dropout.p)));
    add_quantity("seed", std::to_string(e.dropout.seed));
  }

  bool is_scaled() const { return session_.model().options.scale.kind != Scale::Kind::none; }
  std::string divisor_symbol() const {
    switch (session_.model().options.scale.kind) {
      case Scale::Kind::sqrt_d_k: return "√d_k";
      case Scale::Kind::none: return "1";
      case Scale::Kind::custom: return "divisor";
    }
    return {};
  }

  // Examples: "q_2 · k_3", "x_2 · column 1 of W_q", "α_2 · column 1 of V".
  std::string dot_product_formula(const Explanation& e) const {
    const bool is_identity = session_.model().options.projection == Projection::identity;
    const auto with_indices = [&](const char* formula) {
      return filled(formula, {{"i", e.cell.row + 1}, {"j", e.cell.column + 1}});
    };
    switch (e.cell.matrix.name) {
      case MatrixName::Q: return with_indices("x_{<i>} · column <j> of W_q");
      case MatrixName::K: return with_indices("x_{<i>} · column <j> of W_k");
      case MatrixName::V: return with_indices("x_{<i>} · column <j> of W_v");
      case MatrixName::scores: return with_indices(is_identity ? "x_{<i>} · x_{<j>}" : "q_{<i>} · k_{<j>}");
      case MatrixName::dropped_weights: return with_indices("α_{<i>,<j>} · mask");
      case MatrixName::head_output:
        if (session_.model().has_dropout())
          return with_indices(is_identity ? "α'_{<i>} · column <j> of X" : "α'_{<i>} · column <j> of V");
        return with_indices(is_identity ? "α_{<i>} · column <j> of X" : "α_{<i>} · column <j> of V");
      default: return with_indices("row <i> · column <j> of W_o");
    }
  }

  void describe_dot_product(const Explanation& e) {
    content_.formula = dot_product_formula(e);
    if (e.bias) content_.formula += " + " + symbol_of(e.bias->cell);
    const std::size_t count = e.terms.size();
    const std::size_t shown = count <= most_lines ? count : most_lines - 1;
    for (std::size_t i = 0; i < shown; ++i) {
      const Term& term = e.terms[i];
      add_line(inspected(term.left), "×", inspected(term.right), number(term.product));
    }
    if (shown < count) {
      double rest = 0;
      for (std::size_t i = shown; i < count; ++i) rest += static_cast<double>(e.terms[i].product);
      add_quantity(filled("<count> more products", {{"count", count - shown}}),
                   format_number(rest, decimals_));
    }
    if (e.bias) add_quantity("bias", number(e.bias->value));
    content_.total_label = count == 1 && !e.bias ? "product" : "sum";
    content_.total = number(e.value);
  }

  void describe_softmax(const Explanation& e) {
    const SoftmaxEntry& entry = e.softmax[static_cast<std::size_t>(e.cell.column)];
    content_.formula =
        filled(e.temperature == 1 ? "exp(<score> − max) ÷ Σ exp" : "exp((<score> − max) ÷ T) ÷ Σ exp",
               {{"score", symbol_of(entry.logit.cell)}});
    add_quantity("largest score of the row", number(e.row_maximum));
    if (e.temperature != 1) add_quantity("temperature T", number(e.temperature));
    add_quantity(
        filled(e.temperature == 1 ? "exp(<score> − <maximum>)" : "exp((<score> − <maximum>) ÷ T)",
               {{"score", number(entry.logit.value)}, {"maximum", operand_text(e.row_maximum, decimals_)}}),
        number(entry.exponential));
    add_quantity(filled("Σ of all <count> exp", {{"count", e.softmax.size()}}), number(e.exponential_sum));
    content_.total_label = number(entry.exponential) + " ÷ " + number(e.exponential_sum);
    content_.total = number(e.value);
  }

  // The numbers computed from this one: a score's weight, an embedding's vectors, a weight's column.
  void add_next() {
    switch (cell_.matrix.name) {
      case MatrixName::token_embeddings:
      case MatrixName::position_embeddings:
        content_.next.push_back({symbol_of({{MatrixName::X}, cell_.row, cell_.column}),
                                 number(value_of(session_.model(), session_.trace(),
                                                 {{MatrixName::X}, cell_.row, cell_.column}))});
        return;
      case MatrixName::X: add_vectors(); return;
      default: break;
    }
    if (is_parameter(cell_.matrix.name)) add_column(layer_of(cell_.matrix.name)->product);
    if (!is_square(cell_.matrix.name)) return;
    const auto at = [&](MatrixName name) {
      return number(
          value_of(session_.model(), session_.trace(), {{name, cell_.matrix.head}, cell_.row, cell_.column}));
    };
    if (cell_.matrix.name < MatrixName::scaled_scores) {
      content_.next.push_back(
          {is_scaled() ? "÷ " + format_divisor() : "not scaled", at(MatrixName::scaled_scores)});
    }
    if (cell_.matrix.name < MatrixName::masked_scores && session_.model().options.mask != Mask::none) {
      content_.next.push_back(
          {mask_words_of(session_.model().options.mask).in_sentence, at(MatrixName::masked_scores)});
    }
    if (cell_.matrix.name < MatrixName::weights)
      content_.next.push_back({"softmax", at(MatrixName::weights)});
    if (cell_.matrix.name < MatrixName::dropped_weights && session_.model().has_dropout())
      content_.next.push_back({"dropout", at(MatrixName::dropped_weights)});
  }
  std::string next_title() const {
    switch (cell_.matrix.name) {
      case MatrixName::token_embeddings:
      case MatrixName::position_embeddings: return "used in";
      case MatrixName::X:
        return session_.model().n_heads() > 1 ? filled("used in head <head>", {{"head", shown_head_ + 1}})
                                              : "used in";
      default: return is_parameter(cell_.matrix.name) ? "used for each token" : "then";
    }
  }
  void add_vectors() {
    if (session_.model().options.projection == Projection::identity) return;
    const std::string row = std::to_string(cell_.row + 1);
    for (const auto& [name, letter] :
         {std::pair{MatrixName::Q, "q"}, std::pair{MatrixName::K, "k"}, std::pair{MatrixName::V, "v"}}) {
      const MatrixView matrix = matrix_view(session_.model(), session_.trace(), {name, shown_head_});
      std::string values;
      for (Index j = 0; j < std::min<Index>(matrix.cols(), most_in_line); ++j) {
        values += (j > 0 ? "  " : "") + number(matrix(cell_.row, j));
      }
      if (matrix.cols() > most_in_line) values += " …";
      content_.next.push_back({letter + std::string("_{") + row + "}", values});
    }
  }
  void add_column(MatrixName name) {
    const MatrixRef product{name, cell_.matrix.head};
    const MatrixView matrix = matrix_view(session_.model(), session_.trace(), product);
    const Index count = std::min<Index>(matrix.rows(), static_cast<Index>(most_lines));
    for (Index i = 0; i < count; ++i) {
      content_.next.push_back(
          {symbol_of({product, i, cell_.column}) + "  " +
               escape_markup(shortened(session_.document().tokens[static_cast<std::size_t>(i)])),
           number(matrix(i, cell_.column))});
    }
    if (count < matrix.rows())
      content_.next.push_back({filled("and <count> more tokens", {{"count", matrix.rows() - count}}), ""});
  }
  std::string format_divisor() const {
    return session_.model().options.scale.kind == Scale::Kind::sqrt_d_k
               ? "√" + std::to_string(session_.model().d_k())
               : format_exactly(static_cast<float>(session_.trace().divisor));
  }

  const Session& session_;
  CellRef cell_;
  Index shown_head_;
  int decimals_;
  InspectorContent content_;
};

constexpr int derivative_decimals = 4;

InspectedPair moved(const Influence& influence, const CellRef& number) {
  const double derivative = influence.on(number);
  std::string text = format_number(derivative, derivative_decimals);
  if (derivative > 0) text.insert(text.begin(), '+');
  return {symbol_of(number), std::move(text)};
}

}  // namespace

InspectorContent inspect(const Session& session, const CellRef& cell, Index shown_head, int decimals) {
  return Inspector(session, cell, shown_head, decimals).inspect();
}

InfluenceContent describe_influence(const Session& session, const Influence& influence, Index head,
                                    const std::optional<CellRef>& hovered) {
  InfluenceContent content;
  const CellRef& cell = *influence.cell();
  for (const MatrixName name : all_matrix_names) {
    if (is_given(session.model(), name)) continue;
    const MatrixRef ref{name, is_per_head(name) ? head : 0};
    const bool is_itself = ref == cell.matrix;
    const bool is_repeated = shown_matrix(session.model(), name) != name;
    const Influence::Most& most = influence.most(ref);
    if (is_itself || is_repeated || most.size == 0) continue;
    InspectedPair pair = moved(influence, most.cell);
    pair.what = filled("<matrix>: <number>", {{"matrix", display_name(name)}, {"number", pair.what}});
    content.most.push_back(std::move(pair));
  }
  if (hovered && *hovered != cell && contains(session.model(), session.trace(), *hovered))
    content.there = moved(influence, *hovered);
  content.sentence =
      content.most.empty()
          ? "Nothing is computed from this number: it affects nothing else."
          : "When this number increases a little, each number below changes by the increase times the "
            "factor beside it (the derivative). Orange cells increase with it, violet ones "
            "decrease.";
  return content;
}

}  // namespace attention_lab
