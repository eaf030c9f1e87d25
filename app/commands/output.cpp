#include "app/commands/output.h"

#include <cerrno>
#include <cstdio>
#include <system_error>

#include <CLI/CLI.hpp>

#include "core/words/outside_text.h"
#include "core/words/templates.h"

namespace attention_lab {

int print(std::string_view text) {
  return print([text](TextPieces& pieces) { pieces += text; });
}

int print(const WriteText& write) {
  int error = 0;  // of the first error; later output is dropped
  TextPieces text([&](std::string_view piece) {
    if (error == 0 && std::fwrite(piece.data(), 1, piece.size(), stdout) != piece.size()) error = errno;
  });
  write(text);
  text.pass_on();
  if (error == 0 && std::fflush(stdout) != 0) error = errno;
  if (error == 0) return exit_done;
  complain(filled("standard output: The result cannot be written (<problem>).",
                  {{"problem", std::generic_category().message(error)}}));
  return exit_bad_input;
}

void complain(std::string_view message) {
  std::fputs(("attention-lab: " + shortened(message, longest_sentence) + "\n").c_str(), stderr);
}

int fail(const Error& error) {
  complain(to_string(error));
  return exit_bad_input;
}

void warn(const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings) complain(filled("warning: <warning>", {{"warning", warning}}));
}

void refuse(const std::string& sentence) {
  throw CLI::ValidationError(sentence);
}

void refuse_unknown(std::string_view option, std::string_view known, std::string_view given) {
  refuse(filled("<option> must be one of <known>, not <given>",
                {{"option", option}, {"known", known}, {"given", in_quotes(given)}}));
}

}  // namespace attention_lab
