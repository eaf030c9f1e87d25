#include "app/command_line.h"

int main(int argc, char** argv) {
  return attention_lab::run_command_line(argc, argv);
}
