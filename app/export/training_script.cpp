#include "app/export/training_script.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "app/export/mask_script.h"
#include "app/export/python_literal.h"
#include "app/export/text_escapes.h"
#include "app/export/text_export.h"
#include "app/export/text_tables.h"
#include "app/files/json_writer.h"
#include "core/words/number_format.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

/// 0, 1, 2, 5, 10, 20, 50, … below `last`, then `last`, so that a long run is not a long list.
std::vector<std::int64_t> shown_steps(std::int64_t last) {
  std::vector<std::int64_t> steps = {0};
  for (std::int64_t power = 1; power < last; power *= 10) {
    for (const std::int64_t digit : {1, 2, 5})
      if (digit * power < last) steps.push_back(digit * power);
  }
  if (last > 0) steps.push_back(last);
  return steps;
}

std::string python_list(const std::vector<Index>& sentence, const std::vector<std::string>& words) {
  std::string text;
  for (const Index word : sentence) {
    text += text.empty() ? "[" : ", ";
    text += python_string(words[static_cast<std::size_t>(word)]);
  }
  return text + "]";
}

class TrainingScript {
 public:
  TrainingScript(TextPieces& text, const RunExcerpt& run)
      : text_(text), run_(run), library_(*library_of(TextFormat::pytorch)) {}

  void write() && {
    preamble();
    if (run_.next_word) {
      sentences();
      define_layers();
      define_next_word();
      make_next_word();
      define_next_word_loss();
    } else {
      embeddings_and_target();
      define_layers();
      make_head();
      define_match_loss();
    }
    optimizer();
    loop();
  }

 private:
  const Model& model() const { return run_.model; }
  const Options& options() const { return model().options; }
  bool has_mask() const { return options().mask != Mask::none; }
  bool is_causal() const { return options().mask == Mask::causal; }
  MatrixView view(MatrixName name, Index head = 0) const {
    return matrix_view(model(), Trace{}, {name, head});
  }
  bool has(MatrixName name, Index head) const { return view(name, head).size() > 0; }
  bool has_dropout() const { return run_.next_word && run_.next_word->dropout.p > 0; }
  bool has_output_layer() const { return run_.next_word && run_.next_word->W_u.size() > 0; }
  bool any_head_has(MatrixName name) const {
    for (Index head = 0; head < model().n_heads(); ++head)
      if (has(name, head)) return true;
    return false;
  }

  void line(const std::string& code = "") { (text_ += code) += '\n'; }
  void lines(std::initializer_list<const char*> all) {
    for (const char* each : all) line(each);
  }
  void literal(const std::string& start, const PythonLiteral& literal, std::string_view end = "") {
    text_ += start;
    write_python_literal(text_, library_, literal, end);
    text_ += '\n';
  }
  void parameter(const std::string& start, MatrixName name, Index head, int indent, std::string_view end) {
    const MatrixView values = view(name, head);
    literal(start, {values, is_bias(name), {}, python_shape(name, values), indent}, end);
  }
  void heading(const char* what) {
    line();
    line("# " + std::to_string(++headings_) + ". " + what);
  }

  void preamble() {
    if (!run_.title.empty()) {
      line("# " + comment_text(run_.title));
      line("#");
    }
    line("# A training run of Attention Lab in PyTorch: the same start, data, loss and optimizer.");
    line(filled(
        "# The losses of the first <steps> steps agree to 1e-4; later, rounding may make them diverge.",
        {{"steps", compared_steps}}));
    lines({"", "import math", "", "import torch", "from torch import nn"});
    if (run_.next_word) line("from torch.nn import functional as F");
  }

  // ------------------------------------------------------------------------------------------------ the data

  void embeddings_and_target() {
    heading("The embeddings and the attention to learn: one row for each token.");
    std::vector<std::string> tokens;
    for (const std::string& token : run_.tokens) tokens.push_back(comment_text(token));
    const auto matrix = [&](MatrixName name) {
      const MatrixView values = view(name);
      literal(std::string(to_string(name)) + " = ", {values, false, tokens, python_shape(name, values)});
    };
    if (model().has_positions()) {
      matrix(MatrixName::token_embeddings);
      matrix(MatrixName::position_embeddings);
    } else {
      matrix(MatrixName::X);
    }
    const Matrix& target = *run_.settings.target;
    literal("target = ",
            {view_of(target), false, tokens, python_shape(MatrixName::weights, view_of(target))});
    if (has_mask() && !is_causal()) define_mask();
  }

  void sentences() {
    const RunExcerpt::NextWord& data = *run_.next_word;
    heading("The words, and the features of each: equal words share one row.");
    line("words = [");
    for (const std::string& word : data.words) line("    " + python_string(word) + ",");
    line("]");
    std::vector<std::string> comments;
    for (const std::string& word : data.words) comments.push_back(comment_text(word));
    literal("features = ", {view_of(data.features), false, comments, shape_of(data.features, "n_words")});
    if (data.positions.size() > 0)
      literal("positions = ", {view_of(data.positions), false, {}, shape_of(data.positions, "n_positions")});
    heading("The sentences. Those of equal length are computed at once.");
    line("sentences = [");
    for (const std::vector<Index>& sentence : data.corpus.sentences)
      line("    " + python_list(sentence, data.words) + ",");
    lines({"]", "number_of = {word: number for number, word in enumerate(words)}", "by_length = {}",
           "for sentence in sentences:",
           "    by_length.setdefault(len(sentence), []).append([number_of[word] for word in sentence])",
           "batches = [torch.tensor(batch) for batch in by_length.values()]"});
  }

  static std::string shape_of(const Matrix& matrix, const char* rows) {
    return "(" + std::string(rows) + ", d_model) = (" + std::to_string(matrix.rows()) + ", " +
           std::to_string(matrix.cols()) + ")";
  }

  // ----------------------------------------------------------------------------------------------- the model

  /// The layers of a head that the loss depends on.
  std::vector<Layer> layers() const {
    return {all_layers.begin(), all_layers.begin() + (run_.next_word ? 3 : 2)};
  }

  void define_mask() {
    const MaskScript mask = mask_script(options().mask, model().n_tokens(), "torch");
    line();
    line("# " + mask.comment + ".");
    if (!mask.indices.empty()) {
      line("n_tokens = len(target)");
      line(mask.indices);
      line("is_hidden = " + mask.is_hidden);
    } else {
      literal("visible = ",
              {view_of(mask.visible), false, {}, python_shape(MatrixName::weights, view_of(mask.visible))});
      line("is_hidden = visible == 0");
    }
    if (has_empty_row(options().mask, model().n_tokens())) {
      line(
          "# A token that sees no key has a target of 0 and adds nothing; without −∞ in its row, softmax "
          "does not divide 0 by 0.");
      line("is_hidden = is_hidden & ~is_hidden.all(dim=1, keepdim=True)");
    }
  }

  void define_layers() {
    heading("The model.");
    lines({"def linear(W, b=None):",
           "    \"\"\"Q = X @ W + b as nn.Linear, which stores the transpose of W.\"\"\"",
           "    layer = nn.Linear(*W.shape, bias=b is not None)", "    with torch.no_grad():",
           "        layer.weight.copy_(W.T)", "        if b is not None:", "            layer.bias.copy_(b)",
           "    return layer", "", "", "class SelfAttention(nn.Module):"});
    std::string arguments;
    for (const Layer& layer : layers()) arguments += ", " + std::string(to_string(layer.weight));
    for (const Layer& layer : layers())
      if (any_head_has(layer.bias)) arguments += ", " + std::string(to_string(layer.bias)) + "=None";
    line("    def __init__(self" + arguments + "):");
    line("        super().__init__()");
    for (const Layer& layer : layers()) {
      const std::string weight(to_string(layer.weight));
      const std::string bias = any_head_has(layer.bias) ? ", " + std::string(to_string(layer.bias)) : "";
      line("        self." + weight + " = linear(" + weight + bias + ")");
    }
    define_scores();
    line();
    line("    def forward(self, X):");
    line("        weights = torch.softmax(self.scores(X), dim=-1)");
    if (has_dropout()) line("        weights = dropout(weights)");
    line(run_.next_word ? "        return weights @ self.W_v(X)" : "        return weights");
    line();
    if (has_dropout()) define_dropout();
  }

  void define_dropout() {
    const Dropout& dropout = run_.next_word->dropout;
    const std::string p = exact_number(dropout.p);
    lines({"", "def dropout(weights):",
           "    \"\"\"As nn.Dropout, whose own masks would differ where PyTorch was built with Intel's "
           "MKL.\"\"\""});
    line("    is_kept = torch.rand(weights.shape, dtype=torch.float64) < 1 - " + p);
    line("    return weights * is_kept / (1 - " + p + ")");
    line();
  }

  void define_scores() {
    lines({"", "    def scores(self, X):",
           "        \"\"\"The scores from which softmax computes the weights.\"\"\"",
           "        Q, K = self.W_q(X), self.W_k(X)"});
    const Scale& scale = options().scale;
    std::string divided;
    if (scale.kind == Scale::Kind::sqrt_d_k) divided = " / math.sqrt(K.shape[-1])";
    if (scale.kind == Scale::Kind::custom) divided = " / " + exact_number(scale.custom_divisor);
    line("        scores = Q @ K.transpose(-2, -1)" + divided);
    if (is_causal()) {
      lines({"        is_later = torch.ones(scores.shape[-2:]).triu(diagonal=1).bool()",
             "        scores = scores.masked_fill(is_later, -math.inf)"});
    } else if (has_mask()) {
      line("        scores = scores.masked_fill(is_hidden, -math.inf)");
    }
    line(model().has_temperature() ? "        return scores / " + exact_number(options().temperature)
                                   : "        return scores");
  }

  void make_head() {
    line();
    line("head = SelfAttention(");
    parameters_of_head(run_.head, 4);
    line(")");
    line("head.requires_grad_(False)");
  }

  void parameters_of_head(Index head, int indent) {
    const std::string blanks(static_cast<std::size_t>(indent), ' ');
    for (const bool is_bias_turn : {false, true}) {
      for (const Layer& layer : layers()) {
        const MatrixName name = is_bias_turn ? layer.bias : layer.weight;
        if (has(name, head)) parameter(blanks + std::string(to_string(name)) + "=", name, head, indent, ",");
      }
    }
  }

  void define_next_word() {
    const bool has_positions = run_.next_word->positions.size() > 0;
    lines({"", "class NextWord(nn.Module):", "    \"\"\"The score of every word as the next one.\"\"\"", ""});
    std::string arguments = "self, features, heads";
    if (has_positions) arguments += ", positions";
    if (model().has_output_projection()) arguments += ", W_o";
    if (has(MatrixName::b_o, 0)) arguments += ", b_o";
    if (has_output_layer()) arguments += ", W_u";
    line("    def __init__(" + arguments + "):");
    lines({"        super().__init__()",
           "        self.words = nn.Embedding.from_pretrained(features.clone())",
           "        self.heads = nn.ModuleList(heads)"});
    if (has_positions) line("        self.positions = nn.Embedding.from_pretrained(positions.clone())");
    if (model().has_output_projection())
      line(has(MatrixName::b_o, 0) ? "        self.W_o = linear(W_o, b_o)"
                                   : "        self.W_o = linear(W_o)");
    if (has_output_layer()) line("        self.W_u = linear(W_u)");
    lines({"", "    def forward(self, sentence):", "        X = self.words(sentence)"});
    if (has_positions) line("        X = X + self.positions(torch.arange(sentence.shape[-1]))");
    line("        context = torch.cat([head(X) for head in self.heads], dim=-1)");
    if (model().has_output_projection()) line("        context = self.W_o(context)");
    line(has_output_layer()
             ? "        return self.W_u(context)"
             : "        return context @ self.words.weight.T  # the output is tied to the features");
    line();
  }

  void make_next_word() {
    line();
    line("model = NextWord(");
    line("    features,");
    line("    heads=[");
    for (Index head = 0; head < model().n_heads(); ++head) {
      line("        SelfAttention(");
      parameters_of_head(head, 12);
      line("        ),");
    }
    line("    ],");
    if (run_.next_word->positions.size() > 0) line("    positions=positions,");
    if (model().has_output_projection()) parameter("    W_o=", MatrixName::W_o, 0, 4, ",");
    if (has(MatrixName::b_o, 0)) parameter("    b_o=", MatrixName::b_o, 0, 4, ",");
    if (has_output_layer()) {
      const MatrixView W_u = view_of(run_.next_word->W_u);
      literal("    W_u=", {W_u, false, {}, python_shape(MatrixName::W_u, W_u), 4}, ",");
    }
    line(")");
    line("model.requires_grad_(False)");
  }

  // ------------------------------------------------------------------------------------------------ the loss

  void define_match_loss() {
    heading("The loss: the cross-entropy between the target and the attention weights.");
    line("def loss_now():");
    if (model().has_positions()) line("    X = token_embeddings + position_embeddings");
    line("    log_weights = torch.log_softmax(head.scores(X), dim=-1)");
    if (has_mask())
      line("    log_weights = log_weights.masked_fill(target == 0, 0)  # 0 times −∞ would be NaN");
    line("    return -(target * log_weights).sum(dim=-1).mean()");
    line();
  }

  void define_next_word_loss() {
    heading("The loss: the mean of −ln P(next word | words before it).");
    lines({"def loss_now():", "    total, count = 0, 0", "    for batch in batches:"});
    if (run_.next_word->over == LossOver::last_word) {
      lines({"        logits = model(batch[:, :-1])[:, -1]  # after the last word but one",
             "        next_words = batch[:, -1]"});
    } else {
      lines({"        logits = model(batch[:, :-1]).flatten(0, 1)  # after every word but the last",
             "        next_words = batch[:, 1:].flatten()"});
    }
    lines({"        total = total + F.cross_entropy(logits, next_words, reduction=\"sum\")",
           "        count += len(next_words)", "    return total / count", ""});
  }

  // -------------------------------------------------------------------------------------------- the training

  /// A trained matrix as the script has it. Weights of nn.Linear are transposed.
  std::string name_of(const MatrixRef& matrix) const {
    const std::string name(to_string(matrix.name));
    if (matrix.name == word_embeddings(model())) return run_.next_word ? "model.words.weight" : name;
    if (matrix.name == MatrixName::position_embeddings)
      return run_.next_word ? "model.positions.weight" : name;
    if (matrix.name == MatrixName::W_u) return "model.W_u.weight";
    const Layer& layer = *layer_of(matrix.name);
    const std::string owner = !run_.next_word ? "head."
                              : layer.weight == MatrixName::W_o
                                  ? "model."
                                  : "model.heads[" + std::to_string(matrix.head) + "].";
    return owner + std::string(to_string(layer.weight)) + (matrix.name == layer.bias ? ".bias" : ".weight");
  }
  bool is_transposed(const MatrixRef& matrix) const {
    const Layer* layer = layer_of(matrix.name);
    return matrix.name == MatrixName::W_u || (layer != nullptr && matrix.name == layer->weight);
  }

  void optimizer() {
    heading("What is trained, and how.");
    const std::vector<MatrixRef>& all = run_.settings.trained;
    const auto is_b_k = [](const MatrixRef& matrix) { return matrix.name == MatrixName::b_k; };
    const bool leaves_out_b_k =
        std::any_of(all.begin(), all.end(), is_b_k) && !std::all_of(all.begin(), all.end(), is_b_k);
    if (leaves_out_b_k) {
      lines(
          {"# b_k has gradient 0, because softmax does not change if all scores of a row do. It is left out,",
           "# since Adam would turn the rounding errors of its gradient into steps."});
    }
    line("trained = [");
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (leaves_out_b_k && is_b_k(all[i])) continue;
      indices.push_back(i);
      line("    " + name_of(all[i]) + ",");
    }
    lines({"]", "for parameter in trained:", "    parameter.requires_grad_(True)"});
    line(optimizer_call());
    const bool remembers = std::any_of(indices.begin(), indices.end(),
                                       [&](std::size_t i) { return run_.memory[i].updates > 0; });
    if (remembers && run_.settings.optimizer.optimizer != Optimizer::sgd) write_memory(indices);
  }

  std::string optimizer_call() const {
    const OptimizerSettings& settings = run_.settings.optimizer;
    const std::string rate = json_of(settings.learning_rate);
    switch (settings.optimizer) {
      case Optimizer::sgd: return "optimizer = torch.optim.SGD(trained, lr=" + rate + ")";
      case Optimizer::momentum:
        return "optimizer = torch.optim.SGD(trained, lr=" + rate +
               ", momentum=" + json_of(settings.momentum) + ")";
      case Optimizer::adam: break;
    }
    return "optimizer = torch.optim.Adam(trained, lr=" + rate + ", betas=(" + json_of(settings.beta1) + ", " +
           json_of(settings.beta2) + "), eps=" + json_of(settings.epsilon) + ")";
  }

  /// What the optimizer remembers when the excerpt starts in the middle of a run.
  void write_memory(const std::vector<std::size_t>& indices) {
    const bool is_adam = run_.settings.optimizer.optimizer == Optimizer::adam;
    line();
    line(is_adam
             ? "# What the optimizer remembers, in the order of the list above: updates so far and moments."
             : "# What the optimizer remembers, in the order of the list above.");
    line("memory = [");
    for (const std::size_t i : indices) {
      const RunExcerpt::Memory& memory = run_.memory[i];
      if (memory.updates == 0) {
        line("    None,  # frozen until now");
        continue;
      }
      line("    (");
      if (is_adam) line("        " + std::to_string(memory.updates) + ",");
      write_moments(run_.settings.trained[i], memory.moments, &GradientMoments::first);
      if (is_adam) write_moments(run_.settings.trained[i], memory.moments, &GradientMoments::second);
      line("    ),");
    }
    line("]");
    lines({"for parameter, remembered in zip(trained, memory):", "    if remembered is None:",
           "        continue"});
    if (is_adam) {
      lines({"    updates, first, second = remembered",
             "    optimizer.state[parameter] = {\"step\": torch.tensor(float(updates)), \"exp_avg\": first, "
             "\"exp_avg_sq\": second}"});
    } else {
      line("    optimizer.state[parameter] = {\"momentum_buffer\": remembered[0]}");
    }
  }

  void write_moments(const MatrixRef& matrix, const std::vector<GradientMoments>& moments,
                     Scalar GradientMoments::*which) {
    const MatrixView shape = values_of(matrix);
    Matrix numbers(shape.rows(), shape.cols());
    for (Index i = 0; i < numbers.size(); ++i)
      numbers.data()[i] = moments[static_cast<std::size_t>(i)].*which;
    if (is_transposed(matrix)) numbers = numbers.transpose().eval();
    literal("        ", {view_of(numbers), is_bias(matrix.name), {}, name_of(matrix), 8}, ",");
  }
  MatrixView values_of(const MatrixRef& matrix) const {
    if (run_.next_word && matrix.name == word_embeddings(model())) return view_of(run_.next_word->features);
    if (run_.next_word && matrix.name == MatrixName::position_embeddings)
      return view_of(run_.next_word->positions);
    if (matrix.name == MatrixName::W_u) return view_of(run_.next_word->W_u);
    return view(matrix.name, matrix.head);
  }

  // ---------------------------------------------------------------------------------------------------- loop

  void loop() {
    heading("Training. Step k is the loss before the update of that step.");
    const std::int64_t last = std::ssize(run_.losses) - 1;
    line("lab = {  # step: the loss in Attention Lab");
    for (const std::int64_t step : shown_steps(last)) {
      line("    " + std::to_string(run_.first_step + step) + ": " +
           json_of(run_.losses[static_cast<std::size_t>(step)]) + ",");
    }
    line("}");
    line("first_step, last_step = " + std::to_string(run_.first_step) + ", " +
         std::to_string(run_.first_step + last));
    lines({"print(\"  step    PyTorch    the lab\")", "for step in range(first_step, last_step + 1):"});
    if (has_dropout()) {
      line(filled("    torch.manual_seed(<seed> + step)  # each step drops different weights",
                  {{"seed", std::to_string(run_.next_word->dropout.seed)}}));
    }
    lines({"    loss = loss_now()",
           "    if step in lab:", "        print(f\"{step:6d}  {loss.item():9.6f}  {lab[step]:9.6f}\")"});
    line("        if step - first_step <= " + std::to_string(compared_steps) + ":");
    lines({"            difference = abs(loss.item() - lab[step])",
           "            assert difference <= 1e-4 * max(1, lab[step]), f\"step {step}: {difference}\"",
           "    if step < last_step:", "        optimizer.zero_grad()", "        loss.backward()",
           "        optimizer.step()"});
  }

  TextPieces& text_;
  const RunExcerpt& run_;
  const PythonLibrary& library_;
  int headings_ = 0;
};

}  // namespace

Result<std::string> training_script(const RunExcerpt& run) {
  Index numbers = run.settings.target->size();
  if (run.next_word) {
    numbers += run.next_word->features.size() + run.next_word->positions.size() + run.next_word->W_u.size();
  }
  for (const MatrixName name : all_matrix_names) {
    if (!is_given(run.model, name)) continue;
    for (Index head = 0; head < (is_per_head(name) ? run.model.n_heads() : 1); ++head)
      numbers += number_count(run.model, {name, head});
  }
  for (const RunExcerpt::Memory& memory : run.memory) numbers += 2 * std::ssize(memory.moments);
  const Status size = check_text_size(static_cast<std::size_t>(numbers) * bytes_of_a_number,
                                      "The script would be about <size> of text, and the limit is <limit>.");
  if (!size) return size.error();
  return in_one_piece([&](TextPieces& text) { TrainingScript(text, run).write(); });
}

}  // namespace attention_lab
