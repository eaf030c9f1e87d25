// The corpus of corpus.json: what people, dogs and cats eat and drink.
#pragma once

#include <string>

#include "core/document/corpus.h"
#include "core/document/edits.h"
#include "core/document/vocabulary.h"
#include "core/random/torch_random.h"
#include "fixtures.h"

namespace attention_lab::testing {

struct SmallCorpus {
  Vocabulary vocabulary;
  std::string text;
  std::string held_out_text;
};

inline SmallCorpus small_corpus() {
  const nlohmann::json file = fixtures::read("corpus.json");
  SmallCorpus corpus;
  nlohmann::json rows;
  for (const nlohmann::json& entry : file.at("words")) {
    corpus.vocabulary.words.push_back(entry.at("word").get<std::string>());
    rows.push_back(entry.at("features"));
  }
  corpus.vocabulary.embeddings = fixtures::matrix_of(rows);
  for (const nlohmann::json& line : file.at("sentences")) corpus.text += line.get<std::string>() + "\n";
  for (const nlohmann::json& line : file.at("held_out"))
    corpus.held_out_text += line.get<std::string>() + "\n";
  return corpus;
}

/// One head and W_o with the initial weights of nn.Linear: d_k = 4, d_v = 8.
inline Model small_model(const Vocabulary& vocabulary, TorchRandom& random) {
  const Index d_model = vocabulary.embeddings->cols();
  Model model;
  model.token_embeddings = Matrix(vocabulary.embeddings->topRows(1));
  Head& head = model.heads.emplace_back();
  head.W_q = random.linear_weight(d_model, 4);
  head.W_k = random.linear_weight(d_model, 4);
  head.W_v = random.linear_weight(d_model, 8);
  model.W_o = random.linear_weight(8, d_model);
  return model;
}

/// The small corpus as a document whose sentence is “Alice will eat”.
inline Document small_document_with_corpus() {
  const SmallCorpus given = small_corpus();
  Document document;
  document.vocabulary = given.vocabulary;
  TorchRandom random(1);
  document.model = small_model(given.vocabulary, random);
  document.tokens = {"Alice"};
  document.corpus = given.text;
  document.held_out = given.held_out_text;
  return edits::set_sentence(document, "Alice will eat", 1).value();
}

}  // namespace attention_lab::testing
