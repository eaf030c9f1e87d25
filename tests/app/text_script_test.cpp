// A document as a NumPy or PyTorch script; tests/end_to_end/copied_scripts.py runs them.
#include <gtest/gtest.h>

#include "app/files/presets.h"
#include "text_samples.h"

namespace attention_lab {
namespace {

using namespace test;  // text_samples.h

TEST(Script, OfTheRunningExampleReadsLikeALesson) {
  const Document document = two_words();
  EXPECT_EQ(text_of(document, TextFormat::pytorch), R"py(# Two words
#
# Self-attention step by step in PyTorch: the numbers of Attention Lab, under the same names.
# Both compute in float32: the fourth decimal may differ where one rounds up and the other down,
# and large numbers agree to about six digits.
# 2 tokens, d_model = 2, 1 head with d_k = 1 and d_v = 1.

import math

import torch

torch.set_printoptions(precision=4, sci_mode=False, linewidth=120)


def show(**matrices):
    for name, matrix in matrices.items():
        print(f"{name} {tuple(matrix.shape)}\n{matrix}\n")


# The sentence and its embeddings X: one row per token.
tokens = ["big", "dream"]
n_tokens = len(tokens)
X = torch.tensor([
    [1, 0],  # big
    [0.5, -0.25],  # dream
], dtype=torch.float32)  # (n_tokens, d_model) = (2, 2)
show(X=X)

# The trainable weights.
# Here Q = X @ W_q; PyTorch's nn.Linear(2, 1) stores the transpose, linear.weight = W_q.T.
W_q = torch.tensor([
    [1],
    [-2],
], dtype=torch.float32)  # (d_model, d_k) = (2, 1)
W_k = torch.tensor([
    [0],
    [4],
], dtype=torch.float32)  # (d_model, d_k) = (2, 1)
W_v = torch.tensor([
    [-0.43],
    [1],
], dtype=torch.float32)  # (d_model, d_v) = (2, 1)

# 1. Queries, keys and values: Q = X · W_q, K = X · W_k, V = X · W_v
Q = X @ W_q  # (n_tokens, d_k) = (2, 1)
K = X @ W_k  # (n_tokens, d_k) = (2, 1)
V = X @ W_v  # (n_tokens, d_v) = (2, 1)
show(Q=Q, K=K, V=V)

# 2. How well each query matches each key: scores = Q · Kᵀ
scores = Q @ K.T  # (n_tokens, n_tokens) = (2, 2)
show(scores=scores)

# 3. Scaled, so that long vectors do not make softmax extreme: scaled_scores = scores ÷ √d_k
d_k = K.shape[1]  # 1
scaled_scores = scores / math.sqrt(d_k)  # (n_tokens, n_tokens) = (2, 2)
show(scaled_scores=scaled_scores)

# 4. The causal mask: no token sees a later one, whose score becomes −∞
is_later = torch.ones(n_tokens, n_tokens).triu(diagonal=1).bool()
masked_scores = scaled_scores.masked_fill(is_later, -float("inf"))  # (n_tokens, n_tokens) = (2, 2)
show(masked_scores=masked_scores)

# 5. Softmax turns each row into weights that sum to 1: weights = softmax(masked_scores)
weights = torch.softmax(masked_scores, dim=1)  # (n_tokens, n_tokens) = (2, 2)
show(weights=weights)

# 6. The output of each token is a weighted sum of the values: head_output = weights · V
head_output = weights @ V  # (n_tokens, d_v) = (2, 1)
show(head_output=head_output)

# 7. The context vectors: the output of the only head
context = head_output  # (n_tokens, d_out) = (2, 1)
show(context=context)
)py");
}

TEST(Script, KeepsSeveralHeadsInAListAndFillsMissingBiasesWithZeros) {
  const std::string text = text_of(two_heads(), TextFormat::numpy);
  for (const char* part : {
           "heads = [\n    {  # head 1\n        \"W_q\": np.array([\n            [1],\n            [-2],\n"
           "        ], dtype=np.float32),  # (d_model, d_k) = (2, 1)\n",
           "        \"b_q\": np.zeros(1, dtype=np.float32),  # this head has none\n    },\n    {  # head 2\n",
           "        \"b_q\": np.array([0.125], dtype=np.float32),  # (d_k,) = (1,)\n    },\n]\n",
           "head_outputs = []\nfor number, head in enumerate(heads, start=1):\n",
           "    Q = X @ head[\"W_q\"] + head[\"b_q\"]  # (n_tokens, d_k) = (2, 1)\n",
           "    K = X @ head[\"W_k\"]  # (n_tokens, d_k) = (2, 1)\n",
           "    scaled_scores = scores / 3.5  #",
           "    masked_scores = scaled_scores  #",
           "    weights = softmax(masked_scores / 0.5)  #",
           "    head_outputs.append(head_output)\n",
           "\nconcatenated = np.concatenate(head_outputs, axis=1)  # (n_tokens, n_heads·d_v) = (2, 2)\n",
           "\ncontext = concatenated @ W_o + b_o  # (n_tokens, d_out) = (2, 1)\n",
       }) {
    EXPECT_EQ(count_of(text, part), 1u) << part << "\n" << text;
  }
}

TEST(Script, HoldsOnlyWhatTheDocumentUses) {
  Document document = two_words();
  document.model.options = {Projection::identity, {Scale::Kind::none, 1}, Mask::none, 1, Positions::none, {}};
  for (const TextFormat format : {TextFormat::numpy, TextFormat::pytorch}) {
    const std::string text = text_of(document, format);
    for (const char* absent :
         {"math", "W_q", "W_o", "heads", "b_q", "triu", "n_tokens =", "concat", "nn.Linear"}) {
      EXPECT_EQ(count_of(text, absent), 0u) << absent << "\n" << text;
    }
    EXPECT_EQ(count_of(text, "Q = K = V = X  # (n_tokens, d_model)"), 0u);
    EXPECT_EQ(count_of(text, "\nQ = K = V = X"), 1u);
    EXPECT_EQ(count_of(text, "\nscaled_scores = scores  #"), 1u);
  }
}

TEST(Script, LiftsTheLimitOfPrintOutsOnlyWhereTheyAreLong) {
  Document document = two_words();
  EXPECT_EQ(count_of(text_of(document, TextFormat::pytorch), "threshold"), 0u);
  document.tokens.assign(32, "word");
  document.model.token_embeddings = Matrix(Matrix::Ones(32, 2));
  EXPECT_EQ(count_of(text_of(document, TextFormat::pytorch), "threshold=float(\"inf\")"), 1u);
  EXPECT_EQ(count_of(text_of(document, TextFormat::numpy), "threshold=np.inf"), 1u);
}

TEST(Script, HidesWhatTheMaskHides) {
  Document document = two_words();
  const auto text = [&](const Mask& mask, TextFormat format) {
    document.model.options.mask = mask;
    return text_of(document, format);
  };
  const std::string window = text(Mask::sliding_window({1, 0}), TextFormat::numpy);
  EXPECT_NE(window.find("i, j = np.arange(n_tokens)[:, None], np.arange(n_tokens)"), std::string::npos)
      << window;
  EXPECT_NE(window.find("is_hidden = (j < i - 1) | (j > i + 0)\n"), std::string::npos) << window;
  EXPECT_NE(text(Mask::sliding_window({{}, 1}), TextFormat::numpy).find("is_hidden = (j > i + 1)\n"),
            std::string::npos);
  const std::string padding = text(Mask::padded(1, true), TextFormat::pytorch);
  EXPECT_NE(padding.find("is_hidden = (i >= 1) | (j >= 1) | (j > i)\n"), std::string::npos) << padding;
  EXPECT_NE(padding.find("weights = weights.masked_fill(sees_nothing, 0)"), std::string::npos) << padding;
  VisibleCells cells = VisibleCells::Ones(2, 2);
  cells(1, 0) = 0;
  const std::string painted = text(Mask::of_cells(cells), TextFormat::pytorch);
  EXPECT_NE(painted.find("visible = torch.tensor([\n    [1, 1],\n    [0, 1],\n]"), std::string::npos)
      << painted;
  EXPECT_EQ(painted.find("sees_nothing"), std::string::npos);
}

TEST(Script, PrintsEveryIntermediateUnderItsName) {
  for (const Preset& preset : presets()) {
    const Result<Document> document = load_preset(preset.name);
    for (const TextFormat format : {TextFormat::numpy, TextFormat::pytorch}) {
      const std::string text = text_of(*document, format);
      for (const char* name :
           {"X", "scores", "scaled_scores", "masked_scores", "weights", "head_output", "context"}) {
        EXPECT_EQ(count_of(text, std::string("show(") + name + "=" + name + ")\n"), 1u)
            << preset.name << name;
      }
      EXPECT_EQ(count_of(text, "show(Q=Q, K=K, V=V)\n"), 1u) << preset.name;
    }
  }
}

}  // namespace
}  // namespace attention_lab
