#include "app/window/font_files.h"

#include <filesystem>
#include <optional>
#include <string>

#include "app/files/text_file.h"
#include "app/fonts/font_files.h"

namespace attention_lab {
namespace {

constexpr std::uintmax_t font_size_limit = std::uintmax_t{64} << 20;

Result<std::string> bytes_of_font(const Result<std::filesystem::path>& path) {
  if (!path) return path.error();
  return read_file(*path, font_size_limit);
}

}  // namespace

Result<FontFiles> load_font_files() {
  Result<std::string> regular = bytes_of_font(text_font_file(FontWeight::regular));
  if (!regular) return regular.error();
  Result<std::string> medium = bytes_of_font(text_font_file(FontWeight::medium));
  if (!medium) return medium.error();
  Result<std::string> code = bytes_of_font(text_font_file(FontWeight::code));
  if (!code) return code.error();
  Result<std::string> symbols = bytes_of_font(symbol_font_file());
  if (!symbols) return symbols.error();
  return FontFiles{std::move(regular).value(),
                   std::move(medium).value(),
                   std::move(code).value(),
                   {std::move(symbols).value()}};
}

void SystemFonts::add_for_missing(FontBook& fonts) {
  std::set<char32_t> wanted;
  for (const char32_t c : fonts.missing()) {
    if (asked_.insert(c).second) wanted.insert(c);
  }
  while (!wanted.empty()) {
    const std::optional<SystemFont> found = find_system_font(wanted);
    if (!found) {
      wanted.erase(wanted.begin());  // no font has it: it stays a box
      continue;
    }
    if (Result<std::string> font = bytes_of_font(found->file)) {
      fonts.add_fallback(std::move(font).value());
    }
    for (const char32_t c : found->covered) wanted.erase(c);  // one font usually covers a whole script
  }
}

}  // namespace attention_lab
