// Matrices and documents as tables, LaTeX and Python.
#include "app/export/text_export.h"

#include <cstdlib>

#include <gtest/gtest.h>

#include "app/export/text_names.h"
#include "core/words/matrix_words.h"
#include "core/words/typed_numbers.h"
#include "text_samples.h"
#include "ui/lab/cell_editing.h"

namespace attention_lab {
namespace {

using namespace test;  // text_samples.h

TEST(MatrixAsText, CsvHasLabelsAndEveryDigit) {
  EXPECT_EQ(text_of(two_words(), MatrixName::X, TextFormat::csv),
            "X,1,2\n"
            "big,1,0\n"
            "dream,0.5,-0.25\n");
  EXPECT_EQ(text_of(two_words(), MatrixName::W_v, TextFormat::csv), "W_v,1\n1,-0.43\n2,1\n");
}

TEST(MatrixAsText, CsvOfMaskedScoresHoldsMinusInfinity) {
  EXPECT_EQ(text_of(two_words(), MatrixName::masked_scores, TextFormat::csv),
            "masked_scores,big,dream\n"
            "big,0,-inf\n"
            "dream,0,-1\n");
}

TEST(MatrixAsText, CsvSaysWhichOfSeveralHeads) {
  EXPECT_EQ(text_of(two_heads(), MatrixName::b_q, TextFormat::csv, 1), "b_q of head 2,1\n,0.125\n");
}

TEST(MatrixAsText, TsvIsWhatCtrlCCopiesAndCanBePastedBack) {
  EXPECT_EQ(text_of(two_words(), MatrixName::X, TextFormat::tsv), "1\t0\n0.5\t-0.25\n");
  EXPECT_EQ(text_of(two_words(), MatrixName::masked_scores, TextFormat::tsv), "0\t-inf\n0\t-1\n");
  testing::RandomDocuments random(2);
  for (int i = 0; i < 50; ++i) {
    const Document document = random.document();
    const Result<Matrix> pasted = parse_block(text_of(document, MatrixName::weights, TextFormat::tsv));
    ASSERT_TRUE(pasted);
    EXPECT_TRUE(*pasted == trace_of(document).heads[0].weights);
  }
}

TEST(MatrixAsText, MarkdownIsATableThatCanBeReadAsItStands) {
  EXPECT_EQ(text_of(two_words(), MatrixName::masked_scores, TextFormat::markdown),
            "| masked\\_scores |    big |   dream |\n"
            "|:---------------|-------:|--------:|\n"
            "| big            | 0.0000 |      −∞ |\n"
            "| dream          | 0.0000 | −1.0000 |\n");
}

TEST(MatrixAsText, LatexIsABracketedMatrix) {
  EXPECT_EQ(text_of(two_words(), MatrixName::masked_scores, TextFormat::latex),
            "% needs \\usepackage{amsmath}\n"
            "\\[\n"
            "\\mathrm{masked\\_scores} =\n"
            "\\begin{bmatrix}\n"
            "  0.0000 & -\\infty \\\\\n"
            "  0.0000 & -1.0000\n"
            "\\end{bmatrix}\n"
            "\\]\n");
}

TEST(MatrixAsText, LatexWritesNamesAsTheFieldDoes) {
  const auto name_in = [](const Document& document, MatrixName name, Index head) {
    const std::string text = text_of(document, name, TextFormat::latex, head);
    const std::size_t begin = text.find("\\[\n") + 3;
    return text.substr(begin, text.find(" =", begin) - begin);
  };
  EXPECT_EQ(name_in(two_words(), MatrixName::W_q, 0), "W_q");
  EXPECT_EQ(name_in(two_words(), MatrixName::Q, 0), "Q");
  EXPECT_EQ(name_in(two_words(), MatrixName::weights, 0), "\\mathrm{weights}");
  EXPECT_EQ(name_in(two_heads(), MatrixName::W_q, 1), "W_q^{(2)}");
  EXPECT_EQ(name_in(two_heads(), MatrixName::scaled_scores, 0), "\\mathrm{scaled\\_scores}^{(1)}");
  EXPECT_EQ(name_in(two_heads(), MatrixName::W_o, 0), "W_o");
}

TEST(MatrixAsText, LatexRaisesTheLimitOfTenColumns) {
  Document document = two_words();
  document.model.token_embeddings = Matrix(Matrix::Ones(2, 10));
  document.model.heads.clear();
  document.model.options.projection = Projection::identity;
  EXPECT_EQ(count_of(text_of(document, MatrixName::X, TextFormat::latex), "MaxMatrixCols"), 0u);
  document.model.token_embeddings = Matrix(Matrix::Ones(2, 11));
  EXPECT_EQ(count_of(text_of(document, MatrixName::X, TextFormat::latex), "\\setcounter{MaxMatrixCols}{11}"),
            1u);
  EXPECT_EQ(count_of(text_of(document, TextFormat::latex), "\\setcounter{MaxMatrixCols}{11}"), 1u);
}

TEST(MatrixAsText, LatexTableHasLabels) {
  EXPECT_EQ(text_of(two_words(), MatrixName::masked_scores, TextFormat::latex_table),
            "\\begin{tabular}{l|rr}\n"
            "  $\\mathrm{masked\\_scores}$ & big & dream \\\\\n"
            "  \\hline\n"
            "  big & $0.0000$ & $-\\infty$ \\\\\n"
            "  dream & $0.0000$ & $-1.0000$ \\\\\n"
            "\\end{tabular}\n");
}

TEST(MatrixAsText, NumpyIsAnAssignment) {
  EXPECT_EQ(text_of(two_words(), MatrixName::masked_scores, TextFormat::numpy),
            "import numpy as np\n"
            "\n"
            "# masked_scores = scaled_scores, −∞ where a token is later (2 × 2)\n"
            "masked_scores = np.array([\n"
            "    [0, -np.inf],  # big\n"
            "    [0, -1],  # dream\n"
            "], dtype=np.float32)  # (n_tokens, n_tokens) = (2, 2)\n");
}

TEST(MatrixAsText, PytorchIsAnAssignment) {
  EXPECT_EQ(text_of(two_words(), MatrixName::W_v, TextFormat::pytorch),
            "import torch\n"
            "\n"
            "# W_v (2 × 1)\n"
            "W_v = torch.tensor([\n"
            "    [-0.43],\n"
            "    [1],\n"
            "], dtype=torch.float32)  # (d_model, d_v) = (2, 1)\n");
  EXPECT_NE(
      text_of(two_words(), MatrixName::masked_scores, TextFormat::pytorch).find("[0, -float(\"inf\")],"),
      std::string::npos);
}

TEST(MatrixAsText, ABiasIsAVectorInPython) {
  EXPECT_EQ(text_of(two_heads(), MatrixName::b_q, TextFormat::pytorch, 1),
            "import torch\n"
            "\n"
            "# b_q of head 2 (1 × 1)\n"
            "b_q = torch.tensor([0.125], dtype=torch.float32)  # (d_k,) = (1,)\n");
}

TEST(MatrixAsText, DecimalsAreThoseAskedFor) {
  const Document document = two_words();
  const Trace trace = trace_of(document);
  EXPECT_EQ(*matrix_as_text(document, trace, {MatrixName::W_v, 0}, TextFormat::markdown, 1),
            "| W\\_v |    1 |\n"
            "|:-----|-----:|\n"
            "| 1    | −0.4 |\n"
            "| 2    |  1.0 |\n");
  EXPECT_EQ(*matrix_as_text(document, trace, {MatrixName::W_v, 0}, TextFormat::csv, 1),
            "W_v,1\n1,-0.43\n2,1\n");
}

TEST(MatrixAsText, WhatThereIsNotIsAnErrorThatNamesWhatThereIs) {
  EXPECT_EQ(text_of(two_words(), MatrixName::W_o, TextFormat::csv),
            "error: This document has no W_o; it has X, W_q, W_k, W_v, Q, K, V, scores, scaled_scores, "
            "masked_scores, weights, head_output, concatenated, context.");
  EXPECT_EQ(text_of(two_words(), MatrixName::weights, TextFormat::csv, 1),
            "error: There is no head 2; the only head is 1.");
  EXPECT_EQ(text_of(two_heads(), MatrixName::Q, TextFormat::csv, 2),
            "error: There is no head 3; the heads are numbered 1 to 2.");
  const std::string no_bias = text_of(two_heads(), MatrixName::b_q, TextFormat::csv, 0);
  EXPECT_EQ(no_bias.rfind("error: This document has no b_q of head 1; it has X, W_q,", 0), 0u) << no_bias;
}

TEST(DocumentAsText, CsvReadsBackBitForBitForEveryVariant) {
  testing::RandomDocuments random(4);
  for (const testing::Variant& variant : testing::all_variants()) {
    const Document document = random.document(variant);
    const Trace trace = trace_of(document);
    const TextSource source{document, trace};
    const auto records = read_csv(*document_as_text(document, trace, TextFormat::csv));
    std::size_t next = 0;
    for (const MatrixRef& ref : exported_matrices(source.model())) {
      const MatrixView values = source.view(ref);
      ASSERT_LT(next, records.size());
      EXPECT_EQ(records[next++][0], name_with_head(source.model(), ref));
      for (Index i = 0; i < values.rows(); ++i, ++next) {
        ASSERT_EQ(records[next].size(), static_cast<std::size_t>(values.cols()) + 1);
        for (Index j = 0; j < values.cols(); ++j) {
          const std::string& field = records[next][static_cast<std::size_t>(j) + 1];
          EXPECT_TRUE(is_same_float(std::strtof(field.c_str(), nullptr), values(i, j))) << field;
        }
      }
      if (next < records.size()) {
        EXPECT_EQ(records[next++], std::vector<std::string>{""});
      }
    }
    EXPECT_EQ(next, records.size());
  }
}

TEST(DocumentAsText, TsvHasLabelledBlocks) {
  const std::string text = text_of(two_words(), TextFormat::tsv);
  EXPECT_EQ(text.rfind("X\t1\t2\nbig\t1\t0\ndream\t0.5\t-0.25\n\nW_q\t1\n1\t1\n2\t-2\n\nW_k\t1\n", 0), 0u)
      << text;
}

TEST(DocumentAsText, MarkdownSaysWhatEachMatrixIs) {
  const std::string text = text_of(two_heads(), TextFormat::markdown);
  EXPECT_EQ(text.rfind("# Two words\n\n## X (2 × 2)\n\n| X     |", 0), 0u) << text;
  for (const char* heading :
       {"## W_q of head 1 (2 × 1)", "## Q of head 2 = X · W_q + b_q (2 × 1)",
        "## scores of head 1 = Q · Kᵀ (2 × 2)", "## scaled_scores of head 1 = scores ÷ 3.5 (2 × 2)",
        "## masked_scores of head 1 = scaled_scores, not masked (2 × 2)",
        "## weights of head 2 = softmax of each row of masked_scores ÷ 0.5 (2 × 2)",
        "## concatenated = the head outputs side by side (2 × 2)", "## W_o (2 × 1)",
        "## context = concatenated · W_o + b_o (2 × 1)"}) {
    EXPECT_EQ(count_of(text, std::string("\n") + heading + "\n"), 1u) << heading << "\n" << text;
  }
}

TEST(DocumentAsText, MatricesStandInTheOrderOfTheComputation) {
  const Document document = two_heads();
  const Trace trace = trace_of(document);
  const TextSource source{document, trace};
  std::string names;
  for (const MatrixRef& ref : exported_matrices(source.model()))
    names += name_with_head(source.model(), ref) + ", ";
  EXPECT_EQ(names,
            "X, W_q of head 1, W_k of head 1, W_v of head 1, Q of head 1, K of head 1, V of head 1, "
            "scores of head 1, scaled_scores of head 1, masked_scores of head 1, weights of head 1, "
            "head_output of head 1, W_q of head 2, W_k of head 2, W_v of head 2, b_q of head 2, Q of head 2, "
            "K of head 2, V of head 2, scores of head 2, scaled_scores of head 2, masked_scores of head 2, "
            "weights of head 2, head_output of head 2, concatenated, W_o, b_o, context, ");
}

TEST(DocumentAsText, LatexNamesEveryMatrixOnce) {
  const std::string text = text_of(two_heads(), TextFormat::latex);
  EXPECT_EQ(text.rfind("% Two words\n% needs \\usepackage{amsmath}\n\n% X (2 × 2)\n\\[\nX =\n", 0), 0u)
      << text;
  EXPECT_EQ(count_of(text, "\\begin{bmatrix}"), 28u);
  EXPECT_EQ(count_of(text, "\nQ^{(2)} =\n"), 1u);
  EXPECT_EQ(count_of(text_of(two_heads(), TextFormat::latex_table), "\\begin{tabular}"), 28u);
}

TEST(EstimatedTextSize, IsAboutTheSize) {
  Document document = two_words();
  testing::RandomDocuments random(5);
  document.tokens.assign(100, "word");
  document.model.token_embeddings = random.matrix(100, 2);
  const Trace trace = trace_of(document);
  for (const TextFormat format : all_text_formats) {
    const std::size_t estimated = estimated_text_size(document, format);
    const std::size_t real = document_as_text(document, trace, format)->size();
    EXPECT_LT(estimated, 3 * real) << to_string(format);
    if (format != TextFormat::numpy && format != TextFormat::pytorch) {
      EXPECT_GT(3 * estimated, real);
    }
  }
}

}  // namespace
}  // namespace attention_lab
