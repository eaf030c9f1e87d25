// The program's command line.
#pragma once

namespace attention_lab {

/// Does what the arguments ask for; returns the exit code: 0 done, 1 the input is at fault, 2 wrong usage.
/// What is wrong is said in one line on standard error, and nothing is written then.
int run_command_line(int argc, const char* const* argv);

}  // namespace attention_lab
