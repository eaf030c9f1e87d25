#include "core/steps/step_context.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/attention/model.h"
#include "core/attention/stages.h"
#include "core/steps/arithmetic_words.h"
#include "core/words/mask_words.h"
#include "core/words/matrix_words.h"
#include "core/words/number_format.h"
#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab {
namespace {

constexpr std::size_t most_letters = 24;       // of a token
constexpr std::size_t most_bytes_listed = 60;  // of a list of tokens in a sentence, to fit on one line
// How much of a vector fits on a line beside the rest of the formula.
constexpr std::size_t most_entries = 4;  // of a vector
constexpr std::size_t most_beside = 3;   // of a vector, if a line has three of them
constexpr std::size_t most_in_row = 6;   // of a row of scores
constexpr std::size_t most_heads = 3;    // side by side

using Context = const StepContext&;
using Argument = std::string_view;

std::string counted_from_one(Index index) {
  return std::to_string(index + 1);
}

// --- numbers

std::string shown(Context c, Scalar value) {
  return format_number(static_cast<double>(value), c.decimals);
}

std::string operand(Context c, Scalar value) {
  return operand_text(value, c.decimals);
}

/// "[…  0.1  0.2  …]": if not all entries fit, those around `middle`.
std::string vector_text(Context c, const std::vector<Scalar>& values, std::size_t most, Index middle = 0) {
  const std::size_t count = values.size() <= most ? values.size() : most - 1;
  const Index latest = static_cast<Index>(values.size() - count);
  const std::size_t first =
      static_cast<std::size_t>(std::clamp<Index>(middle - static_cast<Index>(count / 2), 0, latest));
  std::string text = first > 0 ? "[…" : "[";
  for (std::size_t n = first; n < first + count; ++n) text += (n > 0 ? "  " : "") + shown(c, values[n]);
  return text + (first + count < values.size() ? "  …]" : "]");
}

std::vector<Scalar> row_numbers(const MatrixView& matrix, Index row) {
  const auto numbers = matrix.row(row);
  return {numbers.begin(), numbers.end()};
}

/// Row `row` of the matrix of that name.
std::string named_row(Context c, Argument name, Index row) {
  return vector_text(c, row_numbers(c.view(*matrix_name_from(name)), row), most_entries);
}

std::string heads_beside_each_other(Context c, Argument) {
  const std::size_t heads = static_cast<std::size_t>(c.model.n_heads());
  const std::size_t n_shown = heads <= most_heads ? heads : most_heads - 1;
  std::string text;
  for (std::size_t head = 0; head < n_shown; ++head) {
    const MatrixView output =
        matrix_view(c.model, c.session.trace(), {MatrixName::head_output, static_cast<Index>(head)});
    text += (head > 0 ? " | " : "") + vector_text(c, row_numbers(output, c.step.token), 2);
  }
  return text + (n_shown < heads ? " | …" : "");
}

// --- shapes

std::string in_brackets(Index rows, Index columns) {
  return "(" + shape_text(rows, columns) + ")";
}

MatrixView matrix_at(Context c, const Place& place) {
  return matrix_view(c.model, c.session.trace(), place.matrix);
}

std::string shape_of(Context c, const Place& place) {
  const MatrixView matrix = matrix_at(c, place);
  return in_brackets(matrix.rows(), matrix.cols());
}

/// "W_q (3 × 2)", on one line.
std::string with_shape(const std::string& name, const std::string& shape) {
  return filled("<name>\u00A0<shape>", {{"name", name}, {"shape", shape}});
}

std::string matrix_with_shape(Context c, const Place& place) {
  return with_shape(display_name(place.matrix.name), shape_of(c, place));
}

// --- words

std::string percent(Scalar weight) {
  return format_percent(static_cast<double>(weight));
}

/// "“Your”, “one” and 3 more": as many tokens as fit on a line.
std::string dropped_tokens(Context c, Argument) {
  const std::vector<Index> tokens = c.dropped_keys(c.step.token);
  std::vector<std::string> names;
  std::size_t bytes = 0;
  for (const Index token : tokens) {
    const std::string name = quoted_token(c.session, token);
    bytes += name.size();
    if (!names.empty() && bytes > most_bytes_listed) break;
    names.push_back(name);
  }
  if (names.size() < tokens.size()) names.push_back(std::to_string(tokens.size() - names.size()) + " more");
  return names.empty() ? std::string() : list_of(names);
}

/// "Matrix product 2 of 5": the count for trainable weights.
std::string matrix_product(Context c, Argument which) {
  const int number = which.front() - '0';
  const bool has_one_more = c.model.has_output_projection() && !c.has_several_heads();
  return filled(c.has_several_heads() ? "Matrix product <number> of <count> in each head"
                                      : "Matrix product <number> of <count>",
                {{"number", c.is_identity() ? number - 3 : number},
                 {"count", c.is_identity() ? 2
                           : has_one_more  ? 6
                                           : 5}});
}

struct NamedPlace {
  std::string_view name;
  std::string (*text)(Context, Argument);
};

// "i − 2", one end of the window around token i; "i" if it ends there.
std::string beside_i(const char* sign, const std::optional<Index>& distance) {
  if (!distance || *distance == 0) return "i";
  return std::string("i ") + sign + " " + std::to_string(*distance);
}

/// Every place that a template may use, as "<name>" or "<name argument>".
constexpr NamedPlace named_places[] = {
    // Tokens, indices and sizes.
    {"token", [](Context c, Argument) { return quoted_token(c.session, c.step.token); }},
    {"key", [](Context c, Argument) { return quoted_token(c.session, c.step.key); }},
    {"i", [](Context c,
             Argument) { return c.is_of_all_tokens() ? std::string("i") : counted_from_one(c.step.token); }},
    {"j", [](Context c, Argument) { return counted_from_one(c.step.key); }},
    {"c", [](Context c, Argument) { return counted_from_one(c.step.column); }},
    {"t", [](Context c, Argument) { return counted_from_one(c.step.term); }},
    {"head", [](Context c, Argument) { return counted_from_one(c.head); }},
    {"d_model", [](Context c, Argument) { return std::to_string(c.model.d_model()); }},
    {"d_k", [](Context c, Argument) { return std::to_string(c.model.d_k()); }},
    {"n_heads", [](Context c, Argument) { return std::to_string(c.model.n_heads()); }},
    {"n_tokens", [](Context c, Argument) { return std::to_string(c.model.n_tokens()); }},
    {"tokens", [](Context c, Argument) { return counted(c.model.n_tokens(), "token"); }},

    // Symbols.
    {"q", [](Context c, Argument) { return std::string(c.is_identity() ? "x" : "q"); }},
    {"k", [](Context c, Argument) { return std::string(c.is_identity() ? "x" : "k"); }},
    {"v", [](Context c, Argument) { return std::string(c.is_identity() ? "x" : "v"); }},
    {"s", [](Context c, Argument) { return std::string(c.model.options.mask == Mask::none ? "s" : "m"); }},
    {"α", [](Context c, Argument) { return std::string(c.model.has_dropout() ? "α'" : "α"); }},
    {"h", [](Context c, Argument) { return std::string(c.ends_in_context() ? "z" : "h"); }},
    {"V", [](Context c, Argument) { return std::string(c.is_identity() ? "X" : "V"); }},
    {"head output",
     [](Context c, Argument) { return std::string(c.ends_in_context() ? "context" : "head output"); }},
    {"concatenated",
     [](Context c, Argument) {
       return std::string(c.model.has_output_projection() ? "concatenated" : "context");
     }},
    {"masked scores", [](Context c, Argument) { return display_name(scores_for_softmax(c.model)); }},
    {"weights", [](Context c, Argument) { return display_name(mixing_weights(c.model)); }},
    {"heads",
     [](Context c, Argument) {
       return "[head 1 | " + std::string(c.model.n_heads() > 2 ? "… | " : "") + "head " +
              std::to_string(c.model.n_heads()) + "]";
     }},
    {"divisor",
     [](Context c, Argument) {
       return c.model.options.scale.kind == Scale::Kind::custom ? "divisor"
                                                                : divisor_symbol(c.model.options.scale);
     }},
    {"divisor symbol", [](Context c, Argument) { return divisor_symbol(c.model.options.scale); }},
    /// " + b_q" if the head has that bias; the second has its column.
    {"+", [](Context c,
             Argument bias) { return c.has(*matrix_name_from(bias)) ? " + " + std::string(bias) : ""; }},
    {"+[c]",
     [](Context c, Argument bias) {
       return c.has(*matrix_name_from(bias))
                  ? " + " + std::string(bias) + "[" + counted_from_one(c.step.column) + "]"
                  : "";
     }},

    // The numbers of the step.
    {"result",
     [](Context c, Argument) {
       return is_of_all_tokens(c.step.kind) ? matrix_with_shape(c, c.numbers().results.front())
                                            : shown(c, c.result());
     }},
    {"vector", [](Context c, Argument) { return vector_text(c, c.numbers().values, most_entries); }},
    {"short vector", [](Context c, Argument) { return vector_text(c, c.numbers().values, most_beside); }},
    {"vector so far", [](Context c, Argument) { return vector_text(c, c.numbers().before, most_beside); }},
    {"sum so far", [](Context c, Argument) { return shown(c, c.numbers().before.front()); }},
    {"added",
     [](Context c, Argument) {
       std::vector<Scalar> added;
       for (const Operand& each : c.numbers().added) added.push_back(each.value);
       return vector_text(c, added, most_beside);
     }},
    {"product", [](Context c, Argument) { return product_text(c.numbers().terms.front(), c.decimals); }},
    {"next product",
     [](Context c, Argument) { return next_product_text(c.numbers().terms.front(), c.decimals); }},
    {"sum of products", [](Context c, Argument) { return sum_of_products(c.numbers().terms, c.decimals); }},
    {"sum of their results",
     [](Context c, Argument) {
       std::vector<Scalar> products;
       for (const Term& term : c.numbers().terms) products.push_back(term.product);
       return sum_of_numbers(products, c.decimals);
     }},
    {"+ bias",
     [](Context c, Argument) { return c.numbers().bias ? " + " + operand(c, c.numbers().bias->value) : ""; }},
    {"source", [](Context c, Argument) { return shown(c, c.numbers().source->value); }},
    {"divided by", [](Context c, Argument) { return shown(c, c.numbers().divisor); }},
    {"maximum", [](Context c, Argument) { return operand(c, c.numbers().row_maximum); }},
    {"temperature", [](Context c, Argument) { return shown(c, c.numbers().temperature); }},
    {"exponential",
     [](Context c, Argument) {
       return shown(c, c.numbers().exponentials[static_cast<std::size_t>(c.step.key)]);
     }},
    {"exponential sum", [](Context c, Argument) { return shown(c, c.numbers().exponential_sum); }},
    {"sum of exponentials",
     [](Context c, Argument) { return sum_of_numbers(c.numbers().exponentials, c.decimals); }},
    {"weight × value",
     [](Context c, Argument) {
       const std::vector<Term>& terms = c.numbers().terms;
       std::vector<Scalar> value;
       for (const Term& term : terms) value.push_back(term.right.value);
       return shown(c, terms.front().left.value) + " × " + vector_text(c, value, most_beside);
     }},
    {"heads beside each other", heads_beside_each_other},
    /// Rows of a matrix: the token's, the key's, and the part of the token's row around the relevant entry.
    {"row", [](Context c, Argument name) { return named_row(c, name, c.step.token); }},
    {"key's row", [](Context c, Argument name) { return named_row(c, name, c.step.key); }},
    {"long row",
     [](Context c, Argument name) {
       const Index middle = c.numbers().results.front().column.value_or(c.step.token);
       return vector_text(c, row_numbers(c.view(*matrix_name_from(name)), c.step.token), most_in_row, middle);
     }},
    {"left", [](Context c, Argument) { return symbol_of(c.numbers().terms.front().left.cell); }},
    {"right", [](Context c, Argument) { return symbol_of(c.numbers().terms.front().right.cell); }},

    // Whole matrices, each with its shape: the result, and the operands, counted from 1.
    {"matrix",
     [](Context c, Argument number) {
       return matrix_with_shape(
           c, number.empty() ? c.numbers().results.front()
                             : c.numbers().operands[static_cast<std::size_t>(number.front() - '1')]);
     }},
    {"+ matrix 3",
     [](Context c, Argument) {
       const std::vector<Place>& operands = c.numbers().operands;
       return operands.size() > 2 ? " + " + matrix_with_shape(c, operands[2]) : "";
     }},
    /// If X is both factors, there is only one operand.
    {"K^T",
     [](Context c, Argument) {
       const MatrixView K = c.view(MatrixName::K);
       return with_shape(c.is_identity() ? "X^T" : "K^T", in_brackets(K.cols(), K.rows()));
     }},
    {"shape", [](Context c, Argument) { return shape_of(c, c.numbers().results.front()); }},
    {"shape of each", [](Context c, Argument) { return shape_of(c, c.numbers().operands.front()); }},

    // Words.
    {"value", [](Context c, Argument) { return std::string(c.is_identity() ? "embedding" : "value"); }},
    {"values", [](Context c, Argument) { return std::string(c.is_identity() ? "embeddings" : "values"); }},
    {"output",
     [](Context c, Argument) {
       return c.ends_in_context()
                  ? filled("the context of <token>", {{"token", quoted_token(c.session, c.step.token)}})
                  : std::string("the output of the head");
     }},
    {"numbers", [](Context c, Argument) { return counted(c.model.d_model(), "number"); }},
    {"share", [](Context c, Argument) { return percent(c.weight(MatrixName::weights)); }},
    {"mixed share", [](Context c, Argument) { return percent(c.weight(mixing_weights(c.model))); }},
    {"dropped", dropped_tokens},
    {"1 − p",
     [](Context c, Argument) {
       return "1 − " + format_exactly(static_cast<float>(c.model.options.dropout.p));
     }},
    {"row sum",
     [](Context c, Argument) {
       return format_number(static_cast<double>(c.view(MatrixName::dropped_weights).row(c.step.token).sum()),
                            2);
     }},
    {"visible weights",
     [](Context c, Argument) {
       Index visible = 0;
       for (Index token = 0; token < c.model.n_tokens(); ++token) visible += c.n_visible_keys(token);
       return counted(visible, "weight");
     }},
    {"number dropped",
     [](Context c, Argument) {
       std::size_t dropped = 0;
       for (Index token = 0; token < c.model.n_tokens(); ++token) dropped += c.dropped_keys(token).size();
       return std::to_string(dropped);
     }},
    {"matrix product", matrix_product},

    // The mask: its name, and the first and the last visible key, counted from 1 or from i.
    {"mask", [](Context c, Argument) { return std::string(mask_words_of(c.model.options.mask).name); }},
    {"first visible",
     [](Context c, Argument) {
       return c.is_of_all_tokens() ? beside_i("−", c.model.options.mask.window_around().left)
                                   : counted_from_one(c.visible_span(c.step.token).first);
     }},
    {"last visible",
     [](Context c, Argument) {
       return c.is_of_all_tokens() ? beside_i("+", c.model.options.mask.window_around().right)
                                   : std::to_string(c.visible_span(c.step.token).end());
     }},

    // Questions.
    {"brief divisor",
     [](Context c, Argument) { return format_briefly(static_cast<double>(c.session.trace().divisor)); }},
    {"masked score", [](Context c, Argument) { return shown(c, c.weight(MatrixName::masked_scores)); }},
};

std::string text_of_place(Context c, std::string_view place) {
  const std::size_t blank = place.rfind(' ');
  for (const NamedPlace& named : named_places)
    if (named.name == place) return named.text(c, {});
  for (const NamedPlace& named : named_places)
    if (named.name == place.substr(0, blank)) return named.text(c, place.substr(blank + 1));
  assert(false);  // there is no place with that name
  return std::string(place);
}

}  // namespace

std::string quoted_token(const Session& session, Index token) {
  const std::string& text = session.document().tokens[static_cast<std::size_t>(token)];
  return quoted_markup(text, most_letters);
}

const StepNumbers& StepContext::numbers() const {
  if (!numbers_) numbers_ = numbers_of(model, session.trace(), head, step);
  return *numbers_;
}

bool StepContext::is_hidden() const {
  return !is_visible(model.options.mask, step.token, step.key, model.n_tokens());
}

bool StepContext::is_dropped() const {
  return attention_lab::is_dropped(model, session.trace().heads[static_cast<std::size_t>(head)], step.token,
                                   step.key);
}

Index StepContext::n_visible_keys(Index token) const {
  return attention_lab::n_visible_keys(model.options.mask, token, model.n_tokens());
}

Span StepContext::visible_span(Index token) const {
  return attention_lab::visible_span(model.options.mask, token, model.n_tokens());
}

std::vector<Index> StepContext::dropped_keys(Index token) const {
  std::vector<Index> dropped;
  const HeadStages& stages = session.trace().heads[static_cast<std::size_t>(head)];
  for_each_visible_key(model.options.mask, token, model.n_tokens(), [&](Index key) {
    if (attention_lab::is_dropped(model, stages, token, key)) dropped.push_back(key);
  });
  return dropped;
}

MatrixView StepContext::view(MatrixName name) const {
  return matrix_view(model, session.trace(), {name, is_per_head(name) ? head : 0});
}

double StepContext::rounded(Scalar value) const {
  if (!std::isfinite(value)) return static_cast<double>(value);
  const double unit = std::pow(10.0, decimals);
  return std::round(static_cast<double>(value) * unit) / unit;
}

double StepContext::rounded_divisor(Scalar value) const {
  return rounded(value) != 0 ? rounded(value) : static_cast<double>(value);
}

std::string StepContext::fill(std::string_view text) const {
  return filled_by(text, [this](std::string_view place) { return text_of_place(*this, place); });
}

std::string StepText::of(const StepContext& step) const {
  if (choice_ != nullptr) return step.fill(choice_(step));
  const bool holds = condition_ != nullptr         ? condition_(step)
                     : model_condition_ != nullptr ? model_condition_(step.model)
                                                   : true;
  return step.fill(holds ? text_ : otherwise_);
}

}  // namespace attention_lab
