#include "app/commands/usage.h"

#include <CLI/CLI.hpp>

#include "core/words/outside_text.h"

namespace attention_lab {

void refuse(std::string_view option, std::string_view why) {
  throw CLI::ValidationError(std::string(option) + " " + std::string(why));
}

void refuse_unknown(std::string_view option, std::string_view known, std::string_view given) {
  refuse(option, "must be one of " + std::string(known) + ", not " + in_quotes(given));
}

}  // namespace attention_lab
