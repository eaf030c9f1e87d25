#include "app/commands/output.h"

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace attention_lab {

int print(std::string_view text) {
  const bool is_written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (std::fflush(stdout) == 0 && is_written) return exit_done;
  complain("standard output: The result cannot be written (" + std::generic_category().message(errno) + ").");
  return exit_bad_input;
}

void complain(std::string_view message) {
  std::fputs(("attention-lab: " + without_control_characters(message) + "\n").c_str(), stderr);
}

int fail(const Error& error) {
  complain(to_string(error));
  return exit_bad_input;
}

void warn(const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings) complain("warning: " + warning);
}

std::string without_control_characters(std::string_view text) {
  constexpr const char* replacement = "\xEF\xBF\xBD";
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    // U+0080 to U+009F, which terminals obey too, are C2 80 to C2 9F in UTF-8.
    const bool is_late_control =
        c == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0;
    if (c < 0x20 || c == 0x7F || is_late_control) {
      result += replacement;
      if (is_late_control) ++i;
    } else {
      result += text[i];
    }
  }
  return result;
}

}  // namespace attention_lab
