// The program's command line.
#pragma once

namespace attention_lab {

/// Carries out the command line and returns the exit code: 0 success, 1 bad input, 2 wrong usage. An error is
/// reported in one line on standard error, and no file is written.
int run_command_line(int argc, const char* const* argv);

}  // namespace attention_lab
