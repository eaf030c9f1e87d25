#include "core/words/glossary.h"

#include <algorithm>
#include <cassert>

namespace attention_lab {
namespace {

using enum WordPlace;

constexpr std::array glossary = {
    GlossaryWord{
        "Adam",
        "Adam is an optimizer that gives each number steps of its own size, from running averages of "
        "its gradient and of the gradient’s square.",
        training},
    GlossaryWord{
        "attention",
        "Attention lets each token of a sentence gather information from the tokens that matter to it.",
        matrix,
        MatrixName::weights,
        {"attend to", "attends to"}},
    GlossaryWord{"attention weight",
                 "An attention weight says how much one token takes from another: it is between 0 and 1, and "
                 "those of one token sum to 1.",
                 matrix,
                 MatrixName::weights,
                 {"attention weights", "attention| of “", "weights of attention", "weights| before dropout"}},
    GlossaryWord{
        "bias",
        "A bias is a row of learned numbers that is added after the multiplication by a weight matrix.",
        matrix,
        MatrixName::b_q,
        {"biases", "b_q", "b_k", "b_v", "b_o"}},
    GlossaryWord{"causal mask",
                 "The causal mask hides later tokens from each token: it sets their scores to −∞, so that "
                 "their weights are 0.",
                 matrix,
                 MatrixName::masked_scores,
                 {"causal"}},
    GlossaryWord{"context vector",
                 "A context vector is the result of attention for one token: what it has gathered from all "
                 "the tokens that it attends to.",
                 matrix,
                 MatrixName::context,
                 {"context vectors", "context", "contexts"}},
    GlossaryWord{"corpus", "The corpus is the collection of sentences that the model learns from.",
                 next_words},
    GlossaryWord{
        "cross-entropy",
        "Cross-entropy is a loss: the average of −ln p, where p is the share that the model gives to "
        "what is wanted.",
        training},
    GlossaryWord{"derivative",
                 "A derivative says how fast one number changes when another one increases a little.",
                 gradient,
                 MatrixName::X,
                 {"derivatives"}},
    GlossaryWord{"d_k", "d_k is how many numbers each query and each key of one head has.", matrix,
                 MatrixName::Q},
    GlossaryWord{"d_{model}", "d_{model} is how many numbers each embedding has.", matrix, MatrixName::X},
    GlossaryWord{"dot product",
                 "The dot product of two vectors is one number: multiply their matching numbers and add up "
                 "the products.",
                 matrix,
                 MatrixName::scores,
                 {"dot products"}},
    GlossaryWord{
        "dropout",
        "Dropout sets some attention weights to 0 at random during training and enlarges the others, "
        "so that the model does not rely on single ones.",
        matrix,
        MatrixName::dropped_weights,
        {"dropout mask", "dropped weights"}},
    GlossaryWord{"d_v", "d_v is how many numbers each value vector of one head has.", matrix, MatrixName::V},
    GlossaryWord{"effective tokens",
                 "The number of effective tokens is e^{entropy}: this many tokens with equal weights would "
                 "spread the attention just as widely.",
                 sharpness,
                 MatrixName::X,
                 {"effective number of tokens", "e^{entropy}", "number of tokens that share the attention"}},
    GlossaryWord{"embedding",
                 "An embedding is the row of numbers that stands for a token at the start.",
                 matrix,
                 MatrixName::X,
                 {"embeddings", "token embedding", "token embeddings"}},
    GlossaryWord{"entropy",
                 "Entropy says how evenly the attention is spread: 0 if one token gets everything, ln n if n "
                 "tokens get the same.",
                 sharpness},
    GlossaryWord{"gradient",
                 "The gradient says, for each number of the model, how fast the loss would grow if that "
                 "number increased a little.",
                 gradient,
                 MatrixName::X,
                 {"gradients"}},
    GlossaryWord{"head",
                 "A head is one complete attention computation with weight matrices of its own.",
                 matrix,
                 MatrixName::weights,
                 {"heads"}},
    GlossaryWord{"head output",
                 "The head output of a token is the sum of all value vectors, each multiplied by the token’s "
                 "attention weight for it.",
                 matrix,
                 MatrixName::head_output,
                 {"head outputs", "output of this head", "outputs of the heads", "output of the head"}},
    GlossaryWord{"held-out sentence",
                 "A held-out sentence is kept out of training, to test whether the model has learned a rule "
                 "or only its examples.",
                 next_words,
                 MatrixName::X,
                 {"held-out sentences", "held-out", "held out"}},
    GlossaryWord{"Jacobian",
                 "The Jacobian of softmax is the table of all its derivatives: how fast each weight changes "
                 "with each score.",
                 sharpness},
    GlossaryWord{"key",
                 "The key of a token says what the token has to offer; queries are compared with it.",
                 matrix,
                 MatrixName::K,
                 {"keys", "key vector", "key vectors"}},
    GlossaryWord{"learning rate", "The learning rate η decides how large the steps of training are.",
                 training},
    GlossaryWord{"logit",
                 "A logit is the number that a word has before softmax turns the numbers of all words into "
                 "probabilities.",
                 next_words,
                 MatrixName::X,
                 {"logits"}},
    GlossaryWord{"loss",
                 "The loss says how far the results of the model are from the wanted ones; training makes it "
                 "smaller.",
                 training,
                 MatrixName::X,
                 {"losses"}},
    GlossaryWord{"mask",
                 "A mask says which tokens each token may attend to: it sets the scores of the others to −∞, "
                 "so that their weights are 0.",
                 matrix,
                 MatrixName::masked_scores,
                 {"masks", "masked", "masked score", "masked scores", "sliding window", "padding mask"}},
    GlossaryWord{
        "moment",
        "A moment is a running average that Adam keeps for each number: one of its gradient, and one "
        "of the gradient’s square.",
        training,
        MatrixName::X,
        {"moments"}},
    GlossaryWord{"momentum",
                 "Momentum is an optimizer that steps against a sum of all gradients so far, in which older "
                 "ones count less and less.",
                 training},
    GlossaryWord{"multi-head attention",
                 "Multi-head attention runs several heads side by side and joins their outputs.",
                 matrix,
                 MatrixName::concatenated,
                 {"multi-head", "concatenated", "concatenated heads"}},
    GlossaryWord{
        "nat",
        "A nat is the unit of entropy and of the loss when logarithms have the base e; a bit, with the "
        "base 2, is about 0.69 times as large.",
        sharpness,
        MatrixName::X,
        {"nats"}},
    GlossaryWord{"nn.Linear",
                 "nn.Linear is PyTorch’s layer that multiplies by a weight matrix and, if it has one, adds a "
                 "bias.",
                 matrix, MatrixName::W_q},
    GlossaryWord{"objective",
                 "The objective is what training aims at: given attention weights, or the next words of a "
                 "corpus.",
                 training},
    GlossaryWord{
        "optimizer",
        "An optimizer is a rule that turns the gradient into the next change of the model’s numbers.",
        training,
        MatrixName::X,
        {"optimizers"}},
    GlossaryWord{"output projection",
                 "The output projection W_o is the weight matrix that combines the outputs of all heads into "
                 "the context vectors.",
                 matrix,
                 MatrixName::W_o,
                 {"w_o", "output weight"}},
    GlossaryWord{"position embedding",
                 "A position embedding is added to each token’s embedding to say where in the sentence the "
                 "token stands.",
                 matrix,
                 MatrixName::position_embeddings,
                 {"position embeddings", "positions", "sinusoidal", "positional encoding"}},
    GlossaryWord{"projection",
                 "A projection multiplies vectors by a matrix: it turns embeddings into queries, keys and "
                 "values.",
                 matrix,
                 MatrixName::W_q,
                 {"projections"}},
    GlossaryWord{"query",
                 "The query of a token says what the token is looking for; it is compared with the keys.",
                 matrix,
                 MatrixName::Q,
                 {"queries", "query vector", "query vectors"}},
    GlossaryWord{
        "rank",
        "The rank of a matrix is how many of its rows are needed to make all the others, by adding up "
        "multiples of them.",
        target,
        MatrixName::X,
        {"rank| of x"}},
    GlossaryWord{"saturate",
                 "Softmax is said to saturate when one weight is almost 1 and the others almost 0: then "
                 "hardly any gradient gets through.",
                 sharpness,
                 MatrixName::X,
                 {"saturated", "saturates", "saturation"}},
    GlossaryWord{"scaled score",
                 "A scaled score is what softmax gets: the dot product of query and key, divided by √d_k.",
                 matrix,
                 MatrixName::scaled_scores,
                 {"scaled scores"}},
    GlossaryWord{"scaling by √d_k",
                 "Scaling by √d_k means dividing the scores by it, so that they do not grow with d_k and "
                 "softmax does not become too sharp.",
                 variance,
                 MatrixName::X,
                 {"√d_k", "scaling", "divisor", "divisors", "division by √d_k"}},
    GlossaryWord{"score",
                 "A score is the dot product of a query and a key: the better they match, the larger it is.",
                 matrix,
                 MatrixName::scores,
                 {"scores"}},
    GlossaryWord{"seed",
                 "A seed is the number that random numbers are computed from; starting from it again "
                 "repeats them.",
                 variance,
                 MatrixName::X,
                 {"seeds"}},
    GlossaryWord{"SGD",
                 "SGD, stochastic gradient descent, is the simplest optimizer: it subtracts the gradient "
                 "times the learning rate.",
                 training},
    GlossaryWord{"softmax",
                 "Softmax turns a row of numbers into shares of 1: it takes e^x of each number x and divides "
                 "by the sum of all of these.",
                 sharpness},
    GlossaryWord{"standard error",
                 "The standard error says how far a measured number typically is from the true one; with "
                 "more trials, it becomes smaller.",
                 variance,
                 MatrixName::X,
                 {"standard errors"}},
    GlossaryWord{"target", "The target is the table of attention weights that training tries to reach.",
                 target},
    GlossaryWord{"temperature",
                 "The temperature divides the scores just before softmax: below 1 it makes the weights "
                 "sharper, above 1 more even.",
                 matrix, MatrixName::weights},
    GlossaryWord{"token",
                 "A token is one piece of the sentence, here usually a word.",
                 matrix,
                 MatrixName::X,
                 {"tokens"}},
    GlossaryWord{"transpose",
                 "The transpose of a matrix has its rows as columns and its columns as rows.",
                 matrix,
                 MatrixName::scores,
                 {"transposed"}},
    GlossaryWord{"value",
                 "The value of a token is what the token passes on to those that attend to it.",
                 matrix,
                 MatrixName::V,
                 {"value| of “", "value vector", "value vectors", "values| are", "values| (V)"}},
    GlossaryWord{"variance",
                 "Variance says how widely numbers are spread: it is the average of their squared distances "
                 "from the mean.",
                 variance,
                 MatrixName::X,
                 {"variances"}},
    GlossaryWord{"vocabulary", "The vocabulary is the list of all words that the model knows.", next_words},
    GlossaryWord{"weight matrix",
                 "A weight matrix is a table of learned numbers, shared by all tokens, with which their "
                 "vectors are multiplied.",
                 matrix,
                 MatrixName::W_q,
                 {"weight matrices", "w_q", "w_k", "w_v", "weight| from embedding"}},
};

}  // namespace

std::span<const GlossaryWord> all_words() {
  return glossary;
}

std::size_t word_named(std::string_view name) {
  const auto found = std::find_if(glossary.begin(), glossary.end(),
                                  [&](const GlossaryWord& word) { return word.name == name; });
  assert(found != glossary.end());
  return static_cast<std::size_t>(found - glossary.begin());
}

std::size_t word_of(MatrixName matrix_name) {
  switch (matrix_name) {
    case MatrixName::token_embeddings:
    case MatrixName::X: return word_named("embedding");
    case MatrixName::position_embeddings: return word_named("position embedding");
    case MatrixName::W_q:
    case MatrixName::W_k:
    case MatrixName::W_v:
    case MatrixName::W_u: return word_named("weight matrix");
    case MatrixName::b_q:
    case MatrixName::b_k:
    case MatrixName::b_v:
    case MatrixName::b_o: return word_named("bias");
    case MatrixName::Q: return word_named("query");
    case MatrixName::K: return word_named("key");
    case MatrixName::V: return word_named("value");
    case MatrixName::scores: return word_named("score");
    case MatrixName::scaled_scores: return word_named("scaled score");
    case MatrixName::masked_scores: return word_named("mask");
    case MatrixName::weights: return word_named("attention weight");
    case MatrixName::dropout_mask:
    case MatrixName::dropped_weights: return word_named("dropout");
    case MatrixName::head_output: return word_named("head output");
    case MatrixName::concatenated: return word_named("multi-head attention");
    case MatrixName::W_o: return word_named("output projection");
    case MatrixName::context: return word_named("context vector");
  }
  return 0;
}

}  // namespace attention_lab
