#include <string>
#include <vector>

#include "app/export/mask_script.h"
#include "app/export/python_literal.h"
#include "app/export/text_escapes.h"
#include "app/export/text_tables.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

constexpr PythonLibrary numpy_library = {
    .name = "NumPy",
    .import = "import numpy as np",
    .array = "np.array",
    .dtype = "np.float32",
    .infinity = "np.inf",
    .nan = "np.nan",
    .print_options = R"(np.set_printoptions(precision=4, suppress=True, floatmode="fixed", linewidth=120)",
    .zeros = "np.zeros",
    .side_by_side = "np.concatenate",
    .columns_axis = "axis=1",
};

constexpr PythonLibrary pytorch_library = {
    .name = "PyTorch",
    .import = "import torch",
    .array = "torch.tensor",
    .dtype = "torch.float32",
    .infinity = "float(\"inf\")",
    .nan = "float(\"nan\")",
    .print_options = "torch.set_printoptions(precision=4, sci_mode=False, linewidth=120",
    .zeros = "torch.zeros",
    .side_by_side = "torch.cat",
    .columns_axis = "dim=1",
};

/// The literal of a matrix of the document; rows that are tokens have them as comments.
PythonLiteral literal_of(const TextSource& source, const MatrixRef& ref, int indent = 0) {
  PythonLiteral literal{
      source.view(ref), is_bias(ref.name), {}, python_shape(ref.name, source.view(ref)), indent};
  if (has_token_rows(ref.name)) {
    for (const std::string& token : row_labels(source, ref))
      literal.row_comments.push_back(comment_text(token));
  }
  return literal;
}

/// A document as a script: the whole computation step by step, with its formulas.
class Script {
 public:
  Script(TextPieces& text, const PythonLibrary& library, const TextSource& source)
      : library_(library), source_(source), is_numpy_(&library == &numpy_library), text_(text) {}

  void write() && {
    preamble();
    embeddings();
    if (!is_identity()) weights();
    if (is_looping()) begin_loop();
    projections();
    scores();
    mask();
    softmax();
    dropout();
    head_output();
    indent_ = 0;
    context();
  }

 private:
  const Options& options() const { return source_.model().options; }
  bool is_identity() const { return options().projection == Projection::identity; }
  bool is_looping() const { return source_.has_several_heads(); }
  bool has_mask() const { return options().mask != Mask::none; }
  bool is_causal() const { return options().mask == Mask::causal; }
  MaskScript mask_of_rule() const {
    return mask_script(options().mask, source_.model().n_tokens(), is_numpy_ ? "np" : "torch");
  }
  bool has_empty_row() const {
    return attention_lab::has_empty_row(options().mask, source_.model().n_tokens());
  }
  bool has(MatrixName name, Index head = 0) const { return source_.view({name, head}).size() > 0; }
  bool any_head_has(MatrixName name) const {
    for (Index head = 0; head < source_.model().n_heads(); ++head) {
      if (has(name, head)) return true;
    }
    return false;
  }

  /// A line with the current indentation; empty lines have none.
  void line(const std::string& code = "") {
    if (!code.empty()) (text_ += std::string(indent_, ' ')) += code;
    text_ += '\n';
  }
  /// A line that ends with a literal.
  void line(const std::string& start, const PythonLiteral& literal, std::string_view end = "") {
    (text_ += std::string(indent_, ' ')) += start;
    write_python_literal(text_, library_, literal, end);
    text_ += '\n';
  }
  /// A line, with the shape of its result as a comment.
  void line(const std::string& code, MatrixName shaped) {
    line(code + "  # " + python_shape(shaped, source_.view({shaped, 0})));
  }
  /// A heading for the next step of the computation.
  void step(const std::string& what) {
    line();
    line("# " + std::to_string(++steps_) + ". " + what);
  }
  std::string weight(MatrixName name) const {
    const std::string text(to_string(name));
    return is_looping() ? "head[\"" + text + "\"]" : text;
  }

  // ------------------------------------------------------------------------------------------------- inputs

  void preamble() {
    if (!source_.document.title.empty()) {
      line("# " + comment_text(dated_title(source_.document)));
      line("#");
    }
    line(filled(
        "# Self-attention step by step in <library>: the numbers of Attention Lab, under the same names.",
        {{"library", library_.name}}));
    line("# Both compute in float32: the fourth decimal may differ where one rounds up and the other down,");
    line("# and large numbers agree to about six digits.");
    line("# " + dimensions());
    line();
    if (options().scale.kind == Scale::Kind::sqrt_d_k) {
      line("import math");
      line();
    }
    line(std::string(library_.import));
    line();
    line(std::string(library_.print_options) + (has_long_print_outs() ? threshold() : "") + ")");
    line();
    line();
    line("def show(**matrices):");
    line("    for name, matrix in matrices.items():");
    line(R"(        print(f"{name} {tuple(matrix.shape)}\n{matrix}\n"))");
    if (is_numpy_) has_empty_row() ? define_softmax_of_empty_rows() : define_softmax();
    line();
    line();
  }

  std::string dimensions() const {
    const Model& model = source_.model();
    const std::string tokens = counted(model.n_tokens(), "token");
    if (is_identity()) {
      return filled("<tokens>, d_model = <d_model>, simplified attention without trainable weights.",
                    {{"tokens", tokens}, {"d_model", model.d_model()}});
    }
    const std::string inside =
        filled("<tokens>, d_model = <d_model>, <heads> with d_k = <d_k> and d_v = <d_v>",
               {{"tokens", tokens},
                {"d_model", model.d_model()},
                {"heads", counted(model.n_heads(), "head")},
                {"d_k", model.d_k()},
                {"d_v", model.d_v()}});
    if (!model.has_output_projection()) return filled("<dimensions>.", {{"dimensions", inside}});
    return filled("<dimensions>, d_out = <d_out>.", {{"dimensions", inside}, {"d_out", model.d_out()}});
  }

  /// By default, both libraries abbreviate arrays of more than a thousand numbers when printing.
  bool has_long_print_outs() const {
    for (const MatrixRef& ref : exported_matrices(source_.model())) {
      if (source_.view(ref).size() > 1000) return true;
    }
    return false;
  }
  std::string threshold() const { return is_numpy_ ? ", threshold=np.inf" : ", threshold=float(\"inf\")"; }

  void define_softmax() {
    line();
    line();
    line("def softmax(rows):");
    line("    largest = rows.max(axis=1, keepdims=True)  # subtracted, so that exp stays within its range");
    line("    exponentials = np.exp(rows - largest)");
    line("    return exponentials / exponentials.sum(axis=1, keepdims=True)");
  }

  /// A row of −∞ gives zeros instead of 0 ÷ 0.
  void define_softmax_of_empty_rows() {
    line();
    line();
    line("def softmax(rows):");
    line("    largest = rows.max(axis=1, keepdims=True)  # subtracted, so that exp stays within its range");
    line("    largest = np.maximum(largest, np.finfo(np.float32).min)");
    line("    exponentials = np.exp(rows - largest)");
    line("    sums = exponentials.sum(axis=1, keepdims=True)");
    line(
        "    return exponentials / np.where(sums == 0, np.float32(1), sums)  # a token that sees no key: "
        "zeros");
  }

  void embeddings() {
    line("# The sentence and its embeddings X: one row per token.");
    tokens();
    if (has_mask() && options().mask != Mask::painted) line("n_tokens = len(tokens)");
    if (source_.model().has_positions()) {
      assign(MatrixName::token_embeddings);
      step(filled("Each position has its own numbers: X = <formula>",
                  {{"formula", formula_text(source_, MatrixName::X)}}));
      assign(MatrixName::position_embeddings);
      line("X = token_embeddings + position_embeddings", MatrixName::X);
    } else {
      assign(MatrixName::X);
    }
    line("show(X=X)");
  }

  /// As many tokens on a line as fit.
  void tokens() {
    constexpr std::size_t widest = 100;
    const std::string begin = "tokens = [";
    std::string row = begin;
    for (std::size_t i = 0; i < source_.document.tokens.size(); ++i) {
      const std::string token = python_string(source_.document.tokens[i]);
      if (row.size() + token.size() > widest && i > 0) {
        row.pop_back();  // the blank after a comma
        line(row);
        row.assign(begin.size(), ' ');
      }
      row += token + (i + 1 < source_.document.tokens.size() ? ", " : "]");
    }
    line(row);
  }

  void weights() {
    line();
    line(is_looping() ? "# The trainable weights of each head." : "# The trainable weights.");
    const std::string shape =
        std::to_string(source_.model().d_model()) + ", " + std::to_string(source_.model().d_k());
    line("# Here Q = X @ W_q; PyTorch's nn.Linear(" + shape +
         ") stores the transpose, linear.weight = W_q.T.");
    if (is_looping()) {
      line("heads = [");
      for (Index head = 0; head < source_.model().n_heads(); ++head) weights_of_head(head);
      line("]");
    }
    for (const MatrixName name : all_matrix_names) {
      const bool is_in_heads = is_looping() && is_per_head(name);
      if (is_parameter(name) && !is_in_heads && has(name)) assign(name);
    }
  }

  void assign(MatrixName name) { line(std::string(to_string(name)) + " = ", literal_of(source_, {name, 0})); }

  void weights_of_head(Index head) {
    line("    {  # head " + std::to_string(head + 1));
    for (const MatrixName name : all_matrix_names) {
      if (!is_parameter(name) || !is_per_head(name)) continue;
      const std::string key = "        \"" + std::string(to_string(name)) + "\": ";
      if (has(name, head)) {
        line(key, literal_of(source_, {name, head}, 8), ",");
      } else if (any_head_has(name)) {
        const Index size = axis_length(source_.model().shape(), column_axis(name));
        line(key + std::string(library_.zeros) + "(" + std::to_string(size) +
             ", dtype=" + std::string(library_.dtype) + "),  # this head has none");
      }
    }
    line("    },");
  }

  // ------------------------------------------------------------------------------------------------ results

  void begin_loop() {
    dropout_masks();
    line();
    line("head_outputs = []");
    line("for number, head in enumerate(heads, start=1):");
    indent_ = 4;
    line(R"(print(f"Head {number} of {len(heads)}\n"))");
  }

  void projections() {
    if (is_identity()) {
      step("Queries, keys and values are the embeddings themselves: Q = K = V = X");
      line("Q = K = V = X", MatrixName::Q);
    } else {
      step("Queries, keys and values: Q = " + formula_text(source_, MatrixName::Q) +
           ", K = " + formula_text(source_, MatrixName::K) + ", V = " + formula_text(source_, MatrixName::V));
      for (std::size_t i = 0; i < head_layers.size(); ++i) project(all_layers[i]);
    }
    line("show(Q=Q, K=K, V=V)");
  }

  void project(const Layer& layer) {
    line(std::string(to_string(layer.product)) + " = X @ " + weight(layer.weight) +
             (any_head_has(layer.bias) ? " + " + weight(layer.bias) : ""),
         layer.product);
  }

  void scores() {
    step("How well each query matches each key: scores = Q · Kᵀ");
    line("scores = Q @ K.T", MatrixName::scores);
    line("show(scores=scores)");

    switch (options().scale.kind) {
      case Scale::Kind::sqrt_d_k:
        step("Scaled, so that long vectors do not make softmax extreme: scaled_scores = scores ÷ √d_k");
        line("d_k = K.shape[1]  # " + std::to_string(source_.model().d_k()));
        line("scaled_scores = scores / math.sqrt(d_k)", MatrixName::scaled_scores);
        break;
      case Scale::Kind::none:
        step("Unscaled: scaled_scores = scores ÷ 1");
        line("scaled_scores = scores", MatrixName::scaled_scores);
        break;
      case Scale::Kind::custom: {
        const std::string divisor = exact_number(options().scale.custom_divisor);
        step("Scaled by a custom divisor: scaled_scores = scores ÷ " + divisor);
        line("scaled_scores = scores / " + divisor, MatrixName::scaled_scores);
        break;
      }
    }
    line("show(scaled_scores=scaled_scores)");
  }

  void mask() {
    if (is_causal()) {
      step("The causal mask: no token sees a later one, whose score becomes −∞");
      line(is_numpy_ ? "is_later = np.triu(np.ones((n_tokens, n_tokens), dtype=bool), k=1)"
                     : "is_later = torch.ones(n_tokens, n_tokens).triu(diagonal=1).bool()");
      line(is_numpy_ ? "masked_scores = np.where(is_later, np.float32(-np.inf), scaled_scores)"
                     : "masked_scores = scaled_scores.masked_fill(is_later, -float(\"inf\"))",
           MatrixName::masked_scores);
    } else if (has_mask()) {
      const MaskScript mask = mask_of_rule();
      step(mask.comment);
      if (!mask.indices.empty()) line(mask.indices);
      if (mask.is_hidden.empty()) {
        line("visible = ", {view_of(mask.visible),
                            false,
                            {},
                            python_shape(MatrixName::weights, view_of(mask.visible)),
                            static_cast<int>(indent_)});
        line("is_hidden = visible == 0");
      } else {
        line("is_hidden = " + mask.is_hidden);
      }
      line(is_numpy_ ? "masked_scores = np.where(is_hidden, np.float32(-np.inf), scaled_scores)"
                     : "masked_scores = scaled_scores.masked_fill(is_hidden, -float(\"inf\"))",
           MatrixName::masked_scores);
    } else {
      step("No mask: every token sees every token");
      line("masked_scores = scaled_scores", MatrixName::masked_scores);
    }
    line("show(masked_scores=masked_scores)");
  }

  void softmax() {
    const bool has_temperature = options().temperature != 1;
    const std::string temperature = exact_number(options().temperature);
    if (has_temperature) {
      step(
          filled("Softmax turns each row into weights that sum to 1: weights = softmax(masked_scores ÷ "
                 "<temperature>), with a temperature of <temperature>",
                 {{"temperature", temperature}}));
    } else {
      step("Softmax turns each row into weights that sum to 1: weights = softmax(masked_scores)");
    }
    const std::string logits = has_temperature ? "masked_scores / " + temperature : "masked_scores";
    line(is_numpy_ ? "weights = softmax(" + logits + ")" : "weights = torch.softmax(" + logits + ", dim=1)",
         MatrixName::weights);
    if (!is_numpy_ && has_empty_row()) {
      line("sees_nothing = is_hidden.all(dim=1, keepdim=True)");
      line("weights = weights.masked_fill(sees_nothing, 0)  # instead of 0 ÷ 0");
    }
    line("show(weights=weights)");
  }

  void dropout() {
    if (!source_.model().has_dropout()) return;
    const Dropout& dropout = options().dropout;
    const std::string p = exact_number(dropout.p);
    step(filled(
        "Dropout: each weight is dropped with probability <p>, and the others are divided by 1 − <p>, so "
        "that rows sum to 1 only on average",
        {{"p", p}}));
    if (is_looping()) {
      line("dropout_mask = dropout_masks[number - 1]");
    } else {
      line("dropout_mask = ", literal_of(source_, {MatrixName::dropout_mask, 0}));
    }
    line("dropped_weights = weights * dropout_mask", MatrixName::dropped_weights);
    line("show(dropped_weights=dropped_weights)");
  }

  /// Written before the loop over the heads: the dropout masks as numbers, so that the script does not depend
  /// on PyTorch's random generator.
  void dropout_masks() {
    if (!source_.model().has_dropout()) return;
    line();
    line(
        filled("# What nn.Dropout keeps after torch.manual_seed(<seed>) on a CPU without Intel's MKL, for "
               "each head.",
               {{"seed", options().dropout.seed}}));
    line("dropout_masks = [");
    for (Index head = 0; head < source_.model().n_heads(); ++head)
      line("    ", literal_of(source_, {MatrixName::dropout_mask, head}, 4), ",");
    line("]");
  }

  void head_output() {
    const std::string weights(to_string(mixing_weights(source_.model())));
    step("The output of each token is a weighted sum of the values: head_output = " + weights + " · V");
    line("head_output = " + weights + " @ V", MatrixName::head_output);
    line("show(head_output=head_output)");
    if (is_looping()) line("head_outputs.append(head_output)");
  }

  void context() {
    const std::string all_heads =
        std::string(library_.side_by_side) + "(head_outputs, " + std::string(library_.columns_axis) + ")";
    if (!source_.model().has_output_projection()) {
      step(is_looping() ? "The context vectors: the outputs of all heads side by side"
                        : "The context vectors: the output of the only head");
      line("context = " + (is_looping() ? all_heads : "head_output"), MatrixName::context);
      line("show(context=context)");
      return;
    }
    if (is_looping()) {
      step("The outputs of all heads side by side");
      line("concatenated = " + all_heads, MatrixName::concatenated);
      line("show(concatenated=concatenated)");
    }
    step("The context vectors: context = " + formula_text(source_, MatrixName::context));
    line(std::string("context = ") + (is_looping() ? "concatenated" : "head_output") + " @ W_o" +
             (has(MatrixName::b_o) ? " + b_o" : ""),
         MatrixName::context);
    line("show(context=context)");
  }

  const PythonLibrary& library_;
  const TextSource& source_;
  const bool is_numpy_;
  TextPieces& text_;
  std::size_t indent_ = 0;
  int steps_ = 0;
};

}  // namespace

const PythonLibrary* library_of(TextFormat format) {
  if (format == TextFormat::numpy) return &numpy_library;
  return format == TextFormat::pytorch ? &pytorch_library : nullptr;
}

void write_python_matrix(TextPieces& text, const PythonLibrary& library, const TextSource& source,
                         const MatrixRef& ref) {
  text += std::string(library.import) + "\n\n# " + heading_of(source, ref) + "\n" +
          std::string(to_string(ref.name)) + " = ";
  write_python_literal(text, library, literal_of(source, ref));
  text += '\n';
}

void write_python_script(TextPieces& text, const PythonLibrary& library, const TextSource& source) {
  Script(text, library, source).write();
}

}  // namespace attention_lab
