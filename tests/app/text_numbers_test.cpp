// The numbers of plots as text.
#include <limits>

#include <gtest/gtest.h>

#include "app/export/text_tables.h"

namespace attention_lab {
namespace {

NumberTable table() {
  NumberTable table;
  table.corner = "d";
  table.columns = {"variance", "÷ √d, \"scaled\""};
  table.row_labels = {"1", "64"};
  table.rows = {{0.1, -1e-7}, {64.25, std::numeric_limits<double>::infinity()}};
  return table;
}

TEST(TextNumbers, CsvAndTsvHaveNamesAndEveryDigit) {
  EXPECT_EQ(table_as_text(table(), "a", TextFormat::csv),
            "d,variance,\"÷ √d, \"\"scaled\"\"\"\n1,0.1,-1e-07\n64,64.25,inf\n");
  NumberTable third;
  third.columns = {"x"};
  third.rows = {{1.0 / 3}};
  EXPECT_EQ(table_as_text(third, "a", TextFormat::tsv), "\tx\n1\t0.3333333333333333\n")
      << "rows without labels are counted";
}

TEST(TextNumbers, MarkdownAndLatexAreForReading) {
  EXPECT_EQ(table_as_text(table(), "a", TextFormat::markdown),
            "| d  | variance | ÷ √d, \"scaled\" |\n"
            "|:---|---------:|---------------:|\n"
            "| 1  |      0.1 |         -1e-07 |\n"
            "| 64 |    64.25 |            inf |\n");
  const std::string latex = table_as_text(table(), "a", TextFormat::latex);
  EXPECT_NE(latex.find("  0.1 & -1 \\cdot 10^{-7} \\\\\n"), std::string::npos) << latex;
  const std::string tabular = table_as_text(table(), "a", TextFormat::latex_table);
  EXPECT_NE(tabular.find("64 & $64.25$ & $\\infty$"), std::string::npos) << tabular;
}

TEST(TextNumbers, PythonIsDoublePrecisionUnderTheNameOfThePlot) {
  EXPECT_EQ(table_as_text(table(), "variance-growth", TextFormat::numpy),
            "import numpy as np\n\n# columns: variance, ÷ √d, \"scaled\"\nvariance_growth = np.array([\n"
            "    [0.1, -1e-07],  # 1\n    [64.25, np.inf],  # 64\n], dtype=np.float64)\n");
  const std::string torch = table_as_text(table(), "a", TextFormat::pytorch);
  EXPECT_NE(torch.find("torch.float64"), std::string::npos) << torch;
}

}  // namespace
}  // namespace attention_lab
