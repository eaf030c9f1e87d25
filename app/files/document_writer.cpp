#include <type_traits>

#include "app/files/document_json.h"
#include "app/files/number_text.h"
#include "app/files/unknown_keys.h"

namespace attention_lab {
namespace {

static_assert(std::is_same_v<Scalar, float>, "files hold floats");

/// Writes one object after another with its members on lines of their own.
class DocumentWriter {
 public:
  explicit DocumentWriter(const Document& document)
      : document_(document), kept_keys_(document.unknown_keys) {}

  std::string write() && {
    const Model& model = document_.model;
    begin_object();
    member("format", json_string(std::string(document_format)));
    member("version", std::to_string(document_version));
    member("title", json_string(document_.title));
    if (!document_.description.empty()) member("description", json_string(document_.description));
    if (is_changed_since_titled(document_)) member("changed_since_titled", "true");
    if (document_.seed) member("seed", std::to_string(*document_.seed));
    begin_member("tokens");
    tokens();
    drawn();
    if (document_.vocabulary) {
      vocabulary(*document_.vocabulary);
    } else {
      begin_member("embeddings");
      matrix(*model.token_embeddings);
    }
    if (model.options.positions == Positions::sinusoidal) member("position_embeddings", R"("sinusoidal")");
    if (model.options.positions == Positions::learned) {
      begin_member("position_embeddings");
      matrix(*model.position_embeddings);
    }
    if (!model.heads.empty() || model.options.projection == Projection::trainable) heads();
    if (model.W_o->size() > 0) {
      begin_member("W_o");
      matrix(*model.W_o);
    }
    vector("b_o", *model.b_o);
    begin_member("options");
    options();
    const bool has_more_keys = kept_keys_.at("dropout") != nullptr;
    if (model.options.dropout != Dropout{} || has_more_keys) dropout(model.options.dropout);
    unknown("");
    end_object();
    text_ += '\n';
    return std::move(text_);
  }

 private:
  void new_line() {
    text_ += '\n';
    text_.append(2 * depth_, ' ');
  }

  void begin_object() {
    text_ += '{';
    ++depth_;
    is_first_ = true;
  }
  void end_object() {
    --depth_;
    new_line();
    text_ += '}';
    is_first_ = false;
  }
  void begin_member(std::string_view key) { begin_member_in_quotes('"' + std::string(key) + '"'); }
  void begin_member_in_quotes(std::string_view key) {
    if (!is_first_) text_ += ',';
    is_first_ = false;
    new_line();
    (text_ += key) += ": ";
  }
  void member(std::string_view key, std::string_view value) {
    begin_member(key);
    text_ += value;
  }

  void tokens() {
    constexpr std::size_t longest_line = 100;
    text_ += '[';
    ++depth_;
    std::size_t line_start = text_.rfind('\n') + 1;
    for (std::size_t i = 0; i < document_.tokens.size(); ++i) {
      const std::string token = json_string(document_.tokens[i]);
      if (i > 0) text_ += ',';
      if (text_.size() - line_start + token.size() > longest_line) {
        line_start = text_.size() + 1;
        new_line();
      } else if (i > 0) {
        text_ += ' ';
      }
      text_ += token;
    }
    --depth_;
    text_ += ']';
  }

  void drawn() {
    std::vector<std::string> items;
    for (const Index token : document_.drawn_tokens) items.push_back(std::to_string(token));
    if (document_.vocabulary)
      for (const std::string& word : document_.vocabulary->drawn_words) items.push_back(json_string(word));
    if (items.empty()) return;
    begin_member("drawn");
    text_ += '[';
    for (std::size_t i = 0; i < items.size(); ++i) (text_ += i > 0 ? ", " : "") += items[i];
    text_ += ']';
  }

  void numbers(const Scalar* values, Index size) {
    text_ += '[';
    for (Index i = 0; i < size; ++i) {
      if (i > 0) text_ += ", ";
      append_number(text_, values[i]);
    }
    text_ += ']';
  }
  void matrix(const Matrix& values) {
    text_ += '[';
    ++depth_;
    for (Index row = 0; row < values.rows(); ++row) {
      if (row > 0) text_ += ',';
      new_line();
      numbers(values.data() + row * values.cols(), values.cols());
    }
    --depth_;
    new_line();
    text_ += ']';
  }
  void vocabulary(const Vocabulary& words) {
    begin_member("vocabulary");
    begin_object();
    for (Index i = 0; i < std::ssize(words.words); ++i) {
      begin_member_in_quotes(json_string(words.words[static_cast<std::size_t>(i)]));
      numbers(words.embeddings->data() + i * words.embeddings->cols(), words.embeddings->cols());
    }
    end_object();
  }
  void dropout(const Dropout& dropout) {
    begin_member("dropout");
    begin_object();
    begin_member("p");
    append_number(text_, dropout.p);
    member("seed", std::to_string(dropout.seed));
    unknown("dropout");
    end_object();
  }
  /// A vector of no numbers is one the document does not have.
  void vector(std::string_view key, const RowVector& values) {
    if (values.size() == 0) return;
    begin_member(key);
    numbers(values.data(), values.size());
  }

  void heads() {
    begin_member("heads");
    text_ += '[';
    ++depth_;
    std::size_t number = 0;
    for (const Head& head : document_.model.heads) {
      if (number > 0) text_ += ',';
      new_line();
      begin_object();
      begin_member("W_q");
      matrix(*head.W_q);
      begin_member("W_k");
      matrix(*head.W_k);
      begin_member("W_v");
      matrix(*head.W_v);
      vector("b_q", *head.b_q);
      vector("b_k", *head.b_k);
      vector("b_v", *head.b_v);
      unknown("heads[" + std::to_string(number) + "]");
      end_object();
      ++number;
    }
    --depth_;
    if (number > 0) new_line();
    text_ += ']';
  }

  void options() {
    const Options& options = document_.model.options;
    begin_object();
    member("projection", options.projection == Projection::identity ? R"("identity")" : R"("trainable")");
    begin_member("scale");
    switch (options.scale.kind) {
      case Scale::Kind::sqrt_d_k: text_ += R"("sqrt_d_k")"; break;
      case Scale::Kind::none: text_ += R"("none")"; break;
      case Scale::Kind::custom: append_number(text_, options.scale.custom_divisor); break;
    }
    member("mask", options.mask == Mask::causal ? R"("causal")" : R"("none")");
    begin_member("temperature");
    append_number(text_, options.temperature);
    unknown("options");
    end_object();
  }

  void unknown(const std::string& place) {
    const JsonValue::Object* kept = kept_keys_.at(place);
    if (kept == nullptr) return;
    for (const JsonMember& member : *kept) {
      text_ += ',';
      new_line();
      (((text_ += '"') += member.key.written()) += "\": ") += member.written;
    }
  }

  const Document& document_;
  const KeptKeys kept_keys_;
  std::string text_;
  std::size_t depth_ = 0;
  bool is_first_ = true;  // no member yet in the innermost object
};

}  // namespace

std::string to_json(const Document& document) {
  return DocumentWriter(document).write();
}

}  // namespace attention_lab
