// Reading and saving take time and memory proportional to the text, whatever it contains.
#include <algorithm>
#include <functional>
#include <malloc.h>
#include <string>
#include <sys/resource.h>
#include <vector>

#include <gtest/gtest.h>

#include "app/files/document_file.h"
#include "app/files/document_json.h"
#include "support.h"

namespace attention_lab {
namespace {

#if defined(ATTENTION_LAB_SANITIZED)
constexpr double slowness = 20;  // caused by the sanitizer
constexpr bool is_memory_ours = false;
#elif defined(NDEBUG)
constexpr double slowness = 1;
constexpr bool is_memory_ours = true;
#else
constexpr double slowness = 10;
constexpr bool is_memory_ours = true;
#endif

constexpr double bytes_in_a_megabyte = 1 << 20;

std::string repeated(const std::string& piece, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += piece;
  return text;
}

/// Concatenates make(0), make(1), … up to at least this many bytes.
std::string many(std::size_t bytes, const std::function<std::string(std::size_t)>& make) {
  std::string text;
  for (std::size_t i = 0; text.size() < bytes; ++i) text += make(i);
  return text;
}

std::string head(const std::string& more = "") {
  return R"({"W_q": [[1], [2]], "W_k": [[1], [2]], "W_v": [[1], [2]])" + more + "}";
}

/// A document with additional text `more` after its keys, and with replaceable parts.
struct Parts {
  std::string more = {};
  std::string tokens = R"("a", "b")";
  std::string numbers = R"("embeddings": [[1, 2], [3, 4]])";
  std::string heads = head();

  std::string text() const {
    return R"({"format": "attention-lab/document", "version": 1, "tokens": [)" + tokens + "], " + numbers +
           R"(, "heads": [)" + heads + "]" + more + "}";
  }
};

struct HostileText {
  std::string name, text;
};

std::vector<HostileText> hostile_texts(std::size_t bytes) {
  const auto key = [](std::size_t i) { return ",\"k" + std::to_string(i) + "\":0"; };
  const auto in_list = [&](const std::string& piece) {
    return Parts{R"(, "x": [)" + repeated(piece + ",", bytes) + "0]"}.text();
  };
  std::string heads = head(many(bytes / 64, key));
  for (int i = 1; i < 64; ++i) heads += "," + head(many(bytes / 64, key));
  const std::string deep_key = "{\"" + std::string(1000, 'y') + "\":";
  std::string deep;
  for (int i = 0; i < 50; ++i) deep += deep_key;
  deep += "{\"k\":0" + repeated(",\"k\":0", bytes) + "}" + std::string(50, '}');
  const std::string words =
      many(40'000, [](std::size_t i) { return (i == 0 ? "\"w" : ",\"w") + std::to_string(i) + "\":[1,2]"; });
  return {
      {"unknown keys", Parts{many(bytes, key)}.text()},
      {"unknown keys of a head", Parts{.heads = head(many(bytes, key))}.text()},
      {"unknown keys of 64 heads", Parts{.heads = heads}.text()},
      {"unknown keys with escapes",
       Parts{many(bytes, [](std::size_t i) { return ",\"\\u0061" + std::to_string(i) + "\":0"; })}.text()},
      {"one key written in many ways", Parts{many(bytes,
                                                  [](std::size_t i) {
                                                    std::string written;
                                                    for (std::size_t bit = 0; bit < 20; ++bit)
                                                      written += (i >> bit & 1) != 0 ? "\\u0061" : "a";
                                                    return ",\"" + written + "\":0";
                                                  })}
                                           .text()},
      {"an unknown list of numbers", in_list("0")},
      {"a list first, then numbers", Parts{R"(, "x": [[])" + repeated(",0", bytes) + "]"}.text()},
      {"numbers first, then a list", Parts{R"(, "x": [0)" + repeated(",0", bytes) + ",[]]"}.text()},
      {"empty lists", in_list("[]")},
      {"lists of one number", in_list("[0]")},
      {"empty objects", in_list("{}")},
      {"objects of one key", in_list("{\"a\":0}")},
      {"empty texts", in_list("\"\"")},
      {"lists in lists", in_list(std::string(60, '[') + std::string(60, ']'))},
      {"a long text", Parts{R"(, "x": ")" + std::string(bytes, 'y') + '"'}.text()},
      {"a long key", Parts{", \"" + std::string(bytes, 'y') + "\": 0"}.text()},
      {"escapes", Parts{R"(, "title": ")" + repeated("\\n", bytes) + '"'}.text()},
      {"repeated keys", Parts{repeated(",\"k\":0", bytes)}.text()},
      {"repeated keys in the depth", Parts{", \"x\": " + deep}.text()},
      {"repeated long keys", Parts{repeated(",\"" + std::string(500, 'y') + "\":0", bytes)}.text()},
      {"tokens", Parts{.tokens = "\"a\"" + repeated(",\"a\"", bytes)}.text()},
      {"a long token", Parts{.tokens = '"' + std::string(bytes, 'y') + '"'}.text()},
      {"heads that are none", Parts{.heads = "0" + repeated(",0", bytes)}.text()},
      {"empty heads", Parts{.heads = "{}" + repeated(",{}", bytes)}.text()},
      {"drawn tokens", Parts{R"(, "drawn": [0)" + repeated(",0", bytes) + "]"}.text()},
      {"rows of one number",
       Parts{.numbers = R"("embeddings": [[0])" + repeated(",[0]", bytes) + "]"}.text()},
      {"one long row and many short ones",
       Parts{.numbers =
                 R"("embeddings": [[0)" + repeated(",0", bytes / 2) + "]" + repeated(",[0]", bytes / 2) + "]"}
           .text()},
      {"rows of texts",
       Parts{.numbers = R"("embeddings": [["a"])" + repeated(",[\"a\"]", bytes) + "]"}.text()},
      {"words of no numbers",
       Parts{.numbers = R"("vocabulary": {"a": [0])" +
                        many(bytes, [](std::size_t i) { return ",\"" + std::to_string(i) + "\":[]"; }) + "}"}
           .text()},
      {"a word of many numbers", Parts{.tokens = "\"a\"" + repeated(",\"a\"", 4 * 1020),
                                       .numbers = R"("vocabulary": {"a": [0)" + repeated(",0", bytes) + "]}"}
                                     .text()},
      {"drawn words that are none",
       Parts{.more = R"(, "drawn": ["q")" +
                     many(bytes, [](std::size_t i) { return ",\"q" + std::to_string(i) + '"'; }) + "]",
             .tokens = R"("w1", "w2")",
             .numbers = "\"vocabulary\": {" + words + "}"}
           .text()},
      {"an open bracket", Parts{R"(, "x": [)" + repeated("[],", bytes)}.text()},
      {"empty lines", repeated("\n", bytes) + "x"},
  };
}

struct Cost {
  bool has_ended = false;
  double seconds = 0;
  double bytes = 0;
};

/// Measures `body` in a process of its own.
Cost cost_of(const std::function<void()>& body) {
  const pid_t child = ::fork();
  if (child == 0) {
    body();
    ::_exit(0);
  }
  int status = 0;
  rusage usage{};
  ::wait4(child, &status, 0, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return {WIFEXITED(status) && WEXITSTATUS(status) == 0, seconds(usage.ru_utime) + seconds(usage.ru_stime),
          static_cast<double>(usage.ru_maxrss) * 1024};
}

TEST(ReadingCosts, AtMostASecondAMegabyteAndFortyTimesTheTextWhateverItHolds) {
  for (const std::size_t bytes : {std::size_t{200'000}, std::size_t{2'000'000}}) {
    for (const HostileText& hostile : hostile_texts(bytes)) {
      SCOPED_TRACE(hostile.name + ", " + std::to_string(hostile.text.size()) + " bytes");
      ::malloc_trim(0);  // otherwise the child could use free memory that is already counted
      const Cost nothing = cost_of([] {});
      const Cost cost = cost_of([&] { (void)parse_document(hostile.text); });
      const double size = static_cast<double>(hostile.text.size());
      EXPECT_TRUE(cost.has_ended);
      EXPECT_LT(cost.seconds, slowness * std::max(1.0, size / bytes_in_a_megabyte));
      if (is_memory_ours) {
        EXPECT_LT(cost.bytes - nothing.bytes, 64 * bytes_in_a_megabyte + 40 * size);
      }
    }
  }
}

TEST(ReadingCosts, MessagesEndAfterTheFirstHundred) {
  for (const HostileText& hostile : hostile_texts(200'000)) {
    SCOPED_TRACE(hostile.name);
    const std::vector<Error> problems = find_problems(hostile.text);
    EXPECT_LE(problems.size(), 101u);
    std::size_t bytes = 0;
    for (const Error& problem : problems) bytes += to_string(problem).size();
    EXPECT_LT(bytes, 101u * 550u);
    const Result<ReadDocument> read = parse_document(hostile.text);
    EXPECT_EQ(static_cast<bool>(read), problems.empty());
    if (!read) continue;
    EXPECT_LE(read->warnings.size(), 21u);
  }
  const std::vector<Error> problems = find_problems(Parts{repeated(",\"k\":0", 6 * 23'557)}.text());
  EXPECT_EQ(to_string(problems.back()), "and 23,456 more problems");
}

TEST(SavingCosts, AtMostASecondAMegabyteWithManyKeptKeys) {
  for (const HostileText& hostile : hostile_texts(2'000'000)) {
    if (hostile.name.rfind("unknown", 0) != 0) continue;
    SCOPED_TRACE(hostile.name);
    const Result<ReadDocument> read = parse_document(hostile.text);
    ASSERT_TRUE(read) << to_string(read.error());
    std::string saved;
    const Cost cost = cost_of([&] { saved = to_json(read->document); });
    EXPECT_TRUE(cost.has_ended);
    EXPECT_LT(cost.seconds, slowness * static_cast<double>(hostile.text.size()) / bytes_in_a_megabyte);
    EXPECT_TRUE(parse_document(to_json(read->document))->document == read->document);
  }
}

/// The memory that the process has reserved.
std::size_t reserved_bytes() {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

TEST(ReadingCosts, TooLittleMemoryIsASentenceNotTheEnd) {
  if (!is_memory_ours) GTEST_SKIP() << "the sanitizer needs all memory there is";
  for (const HostileText& hostile : hostile_texts(300'000)) {
    SCOPED_TRACE(hostile.name);
    const Result<ReadDocument> with_enough = parse_document(hostile.text);
    for (const std::size_t megabytes : {0u, 1u, 2u, 4u, 8u, 16u, 32u}) {
      const Cost cost = cost_of([&] {
        const std::size_t most = reserved_bytes() + (megabytes << 20);
        const rlimit limit{most, most};
        ::setrlimit(RLIMIT_AS, &limit);
        const Result<ReadDocument> read = parse_document(hostile.text);
        const bool is_for_lack_of_memory =
            !read && read.error().code == ErrorCode::over_limit &&
            read.error().message.find("not enough memory") != std::string::npos;
        const bool is_same = static_cast<bool>(read) == static_cast<bool>(with_enough) &&
                             (read || read.error() == with_enough.error());
        if (!is_for_lack_of_memory && !is_same) ::_exit(1);
      });
      EXPECT_TRUE(cost.has_ended) << megabytes << " MB";
    }
  }
}

}  // namespace
}  // namespace attention_lab
