// What is wrong with a text that is not JSON, for somebody who edits it by hand.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/result.h"

namespace attention_lab {

/// `stopped_at`: how many bytes a JSON parser had read when it gave up.
/// The place of the error is "line 12, column 7", counted from 1, columns in characters.
Error describe_syntax_error(std::string_view text, std::size_t stopped_at);

/// The first line that is not valid UTF-8. Precondition: there is one.
Error describe_broken_utf8(std::string_view text);

}  // namespace attention_lab
