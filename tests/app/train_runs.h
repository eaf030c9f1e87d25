// Runs attention-lab train, and reads what it writes.
#pragma once

#include <filesystem>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "app/files/document_json.h"
#include "running.h"

namespace attention_lab::test {

using Arguments = std::vector<std::string>;

inline Outcome run_train(Arguments arguments, const std::string& input = "") {
  arguments.insert(arguments.begin(), {ATTENTION_LAB_BINARY, "train"});
  return run_program(std::move(arguments), input);
}

inline Document document_in(const std::filesystem::path& file) {
  const Result<ReadDocument> read = parse_document(contents(file));
  EXPECT_TRUE(read) << file;
  return read ? read->document : Document{};
}

/// The table of a log.
inline std::vector<std::vector<double>> rows_of_log(const std::string& log,
                                                    const std::string& header = "step,loss,gradient_norm") {
  std::vector<std::vector<double>> rows;
  std::istringstream lines(log);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, header);
  while (std::getline(lines, line)) {
    std::istringstream numbers(line);
    std::vector<double>& row = rows.emplace_back();
    for (std::string number; std::getline(numbers, number, ',');) row.push_back(std::stod(number));
  }
  return rows;
}

}  // namespace attention_lab::test
