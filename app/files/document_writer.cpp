#include <span>
#include <type_traits>

#include "app/files/document_json.h"
#include "app/files/json_writer.h"
#include "app/files/mask_json.h"
#include "app/files/option_words.h"
#include "app/files/unknown_keys.h"
#include "core/attention/matrix_name.h"

namespace attention_lab {
namespace {

static_assert(std::is_same_v<Scalar, float>, "files hold floats");

/// Writes one object after another, with one member per line.
class DocumentWriter {
 public:
  DocumentWriter(JsonWriter& json, const Document& document)
      : json_(json),
        document_(document),
        first_(sentence_at(document, 0)),
        kept_keys_(document.unknown_keys) {}

  void write() {
    const Model& model = document_.model;
    json_.member("format", document_format);
    json_.member("version", document_version);
    json_.member("title", document_.title);
    if (!document_.description.empty()) json_.member("description", document_.description);
    if (is_changed_since_titled(document_)) json_.member("changed_since_titled", true);
    if (document_.seed) json_.member("seed", *document_.seed);
    words("tokens", first_.tokens);
    drawn(first_);
    if (!document_.features.empty()) words("features", document_.features);
    if (document_.vocabulary) {
      vocabulary(*document_.vocabulary);
    } else {
      matrix("embeddings", *first_.embeddings);
    }
    if (model.options.positions == Positions::sinusoidal)
      json_.member("position_embeddings", word_of(Positions::sinusoidal));
    if (model.options.positions == Positions::learned)
      matrix("position_embeddings", *model.position_embeddings);
    if (!model.heads.empty() || model.options.projection == Projection::trainable) heads();
    if (model.W_o->size() > 0) matrix("W_o", *model.W_o);
    vector("b_o", *model.b_o);
    options();
    if (document_.target->size() > 0) matrix("target", *document_.target);
    if (has_batch(document_)) batch();
    lines("corpus", document_.corpus);
    lines("held_out", document_.held_out);
    if (document_.W_u->size() > 0) matrix("W_u", *document_.W_u);
    const bool has_more_keys = kept_keys_.at("dropout") != nullptr;
    if (model.options.dropout != Dropout{} || has_more_keys) dropout(model.options.dropout);
    unknown("");
  }

 private:
  /// As many words on a line as fit.
  void words(std::string_view key, const std::vector<std::string>& texts) {
    constexpr std::size_t longest_line = 100;
    constexpr std::string_view indent = "    ";
    std::string list = "[";
    std::size_t line = std::string_view("  \"\": [").size() + key.size();
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const std::string word = json_of(texts[i]);
      if (i > 0) list += ',';
      line += i > 0 ? 1 : 0;
      if (line + word.size() > longest_line) {
        (list += '\n') += indent;
        line = indent.size();
      } else if (i > 0) {
        list += ' ';
        ++line;
      }
      list += word;
      line += word.size();
    }
    json_.key(key);
    json_.value(list + ']');
  }

  /// One line of the text per line.
  void lines(std::string_view key, std::string_view text) {
    if (text.empty()) return;
    json_.key(key);
    json_.begin_list();
    while (true) {
      const std::size_t end = text.find('\n');
      json_.item();
      json_.value(json_of(text.substr(0, end)));
      if (end == std::string_view::npos) break;
      text.remove_prefix(end + 1);
    }
    json_.end_list();
  }

  /// The sentences after the first.
  void batch() {
    json_.key("sentences");
    json_.begin_list();
    for (Index i = 1; i < n_sentences(document_); ++i) {
      const Sentence sentence = sentence_at(document_, i);
      json_.item();
      json_.begin_object();
      words("tokens", sentence.tokens);
      drawn(sentence);
      matrix("embeddings", *sentence.embeddings);
      unknown("sentences[" + std::to_string(i - 1) + "]");
      json_.end_object();
    }
    json_.end_list();
    if (document_.batch.shown > 0) json_.member("shown_sentence", document_.batch.shown);
  }

  void drawn(const Sentence& sentence) {
    std::string items;
    const auto add = [&](const std::string& item) { (items += items.empty() ? "[" : ", ") += item; };
    for (const Index token : sentence.drawn_tokens) add(json_of(token));
    if (document_.vocabulary)
      for (const std::string& word : document_.vocabulary->drawn_words) add(json_of(word));
    if (items.empty()) return;
    json_.key("drawn");
    json_.value(items + ']');
  }

  void matrix(std::string_view key, const Matrix& values) { json_.member(key, view_of(values)); }
  /// Skips an empty vector, which means that the document does not have it.
  void vector(std::string_view key, const RowVector& values) {
    if (values.size() > 0)
      json_.member(key, std::span<const float>(values.data(), static_cast<std::size_t>(values.size())));
  }

  void vocabulary(const Vocabulary& words) {
    json_.key("vocabulary");
    json_.begin_object();
    for (Index i = 0; i < std::ssize(words.words); ++i)
      vector(words.words[static_cast<std::size_t>(i)], words.embeddings->row(i));
    json_.end_object();
  }

  void dropout(const Dropout& dropout) {
    json_.key("dropout");
    json_.begin_object();
    json_.member("p", dropout.p);
    json_.member("seed", dropout.seed);
    unknown("dropout");
    json_.end_object();
  }

  void heads() {
    json_.key("heads");
    json_.begin_list();
    std::size_t number = 0;
    for (const Head& head : document_.model.heads) {
      json_.item();
      json_.begin_object();
      for (std::size_t i = 0; i < head_layers.size(); ++i)
        matrix(to_string(all_layers[i].weight), *(head.*head_layers[i].weight));
      for (std::size_t i = 0; i < head_layers.size(); ++i)
        vector(to_string(all_layers[i].bias), *(head.*head_layers[i].bias));
      unknown("heads[" + std::to_string(number) + "]");
      json_.end_object();
      ++number;
    }
    json_.end_list();
  }

  void options() {
    const Options& options = document_.model.options;
    json_.key("options");
    json_.begin_object();
    json_.member("projection", word_of(options.projection));
    if (options.scale.kind == Scale::Kind::custom) {
      json_.member("scale", options.scale.custom_divisor);
    } else {
      json_.member("scale", word_of(options.scale.kind));
    }
    json_.key("mask");
    write_mask(json_, has_batch(document_) ? beside_padding(options.mask) : options.mask);
    json_.member("temperature", options.temperature);
    unknown("options");
    json_.end_object();
  }

  void unknown(const std::string& place) {
    const JsonValue::Object* kept = kept_keys_.at(place);
    if (kept == nullptr) return;
    for (const JsonMember& member : *kept) {
      json_.written_key('"' + std::string(member.key.written()) + '"');
      json_.value(member.written);
    }
  }

  JsonWriter& json_;
  const Document& document_;
  const Sentence first_;  // of the batch, or the only one
  const KeptKeys kept_keys_;
};

}  // namespace

std::string to_json(const Document& document) {
  return json_text([&](JsonWriter& json) { DocumentWriter(json, document).write(); });
}

}  // namespace attention_lab
