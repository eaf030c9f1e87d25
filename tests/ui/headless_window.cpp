#include "headless_window.h"

#include <array>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>

#if IMGUI_VERSION_NUM >= 19200
#include <imgui_internal.h>
#endif

#include "app/export/figure_fonts.h"
#include "app/files/presets.h"
#include "app/window/font_files.h"
#include "ui/widgets/imgui_compat.h"

namespace attention_lab::testing {
namespace {

template <class T>
T needed(Result<T> result) {
  if (!result) throw std::runtime_error(to_string(result.error()));
  return std::move(result).value();
}

const FontFiles& font_files() {
  static const FontFiles files = needed(load_font_files());
  return files;
}

const TextMetrics* figure_metrics() {
  static const std::unique_ptr<FigureFonts> fonts = needed(FigureFonts::open());
  return fonts.get();
}

/// Where a glyph is in the texture: left, top, right, bottom.
using GlyphPlace = std::array<float, 4>;

/// All glyphs of the atlas.
std::map<GlyphPlace, char32_t> glyphs_of_atlas() {
  std::map<GlyphPlace, char32_t> glyphs;
  const auto add = [&](const ImFontGlyph& glyph) {
    glyphs[{glyph.U0, glyph.V0, glyph.U1, glyph.V1}] = static_cast<char32_t>(glyph.Codepoint);
  };
  const ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
#if IMGUI_VERSION_NUM >= 19200
  for (int i = 0; i < atlas.Builder->BakedPool.Size; ++i)
    for (const ImFontGlyph& glyph : atlas.Builder->BakedPool[i].Glyphs) add(glyph);
#else
  for (const ImFont* font : atlas.Fonts)
    for (const ImFontGlyph& glyph : font->Glyphs) add(glyph);
#endif
  return glyphs;
}

ImGuiContext* create_context() {
  use_throwing_allocator();
  return ImGui::CreateContext();
}

}  // namespace

HeadlessWindow::HeadlessWindow(Document document, float width, float height, Effects* outside)
    : fonts_(std::make_unique<FontBook>(font_files())),
      context_(create_context()),
      outside_(outside),
      lab_(std::move(document), services(), *this) {
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.DeltaTime = 1.0f / 60;
  io.MousePos = {-1, -1};
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;  // as in the window
#if IMGUI_VERSION_NUM < 18700
  for (int i = 0; i < ImGuiKey_COUNT; ++i) io.KeyMap[i] = i;
#endif
  io.ClipboardUserData = this;
  io.SetClipboardTextFn = [](void* self, const char* text) {
    auto* window = static_cast<HeadlessWindow*>(self);
    window->clipboard_ = window->view.services.wide_characters.decode(text);
  };
  io.GetClipboardTextFn = [](void* self) -> const char* {
    auto* window = static_cast<HeadlessWindow*>(self);
    window->for_the_field_ = window->view.services.wide_characters.encode(window->clipboard_);
    return window->for_the_field_.c_str();
  };
  view.items.is_always_needed = true;
  resize(width, height);
}

HeadlessWindow::~HeadlessWindow() {
  ImGui::DestroyContext(context_);
}

void HeadlessWindow::resize(float width, float height) {
  ImGui::GetIO().DisplaySize = {width, height};
}

Services HeadlessWindow::services() {
  Services services{*fonts_,
                    textures,
                    wide_characters_,
                    *figure_metrics(),
                    background,
                    [this](const std::string& path) { return taken.count(path) != 0; },
                    {},
                    "0"};
  services.seconds = [now = 0.0]() mutable { return now += 0.001; };
  for (const Preset& preset : presets()) services.presets.emplace_back(preset.name, preset.title);
  return services;
}

void HeadlessWindow::frame() {
  has_made_fonts_ = false;
  textures.forget();
  lab_.frame();
}

void HeadlessWindow::draw() {
  textures.forget();
  has_made_fonts_ = lab_.prepare();
  ImGui::NewFrame();
  lab_.draw();
  ImGui::Render();
}

std::vector<std::string> HeadlessWindow::drawn_words() const {
  const std::map<GlyphPlace, char32_t> glyphs = glyphs_of_atlas();
  std::vector<std::string> words;
  Rect last;  // the last glyph of the last word
  const ImDrawData& data = *ImGui::GetDrawData();
  for (int n = 0; n < data.CmdListsCount; ++n) {
    const ImDrawList& list = *data.CmdLists[n];
    last = {};
    for (const ImDrawCmd& command : list.CmdBuffer) {
      const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset;
      const ImDrawVert* vertex = list.VtxBuffer.Data + command.VtxOffset;
      // A glyph is a rectangle: two triangles that share their first and third corner.
      for (unsigned i = 0; i + 6 <= command.ElemCount; i += 3) {
        if (index[i] != index[i + 3] || index[i + 2] != index[i + 4]) continue;
        const ImDrawVert& corner = vertex[index[i]];
        const ImDrawVert& opposite = vertex[index[i + 2]];
        const auto found = glyphs.find({corner.uv.x, corner.uv.y, opposite.uv.x, opposite.uv.y});
        if (found == glyphs.end()) continue;
        const Rect rect{corner.pos.x, corner.pos.y, opposite.pos.x - corner.pos.x,
                        opposite.pos.y - corner.pos.y};
        // Less than a blank, and more than there is between two ones.
        const float size = std::max(rect.height, last.height);
        const bool continues = std::fabs(rect.bottom() - last.bottom()) < size * 0.6f &&
                               rect.x - last.right() > -size * 0.5f && rect.x - last.right() < size * 0.42f;
        if (!continues) words.emplace_back();
        const char32_t character = found->second;
        words.back() +=
            character == U'−' ? "−" : std::string(1, character < 0x80 ? static_cast<char>(character) : '?');
        last = rect;
      }
    }
  }
  return words;
}

void HeadlessWindow::carry_out(const Action& action, ActionQueue& more) {
  if (outside_ != nullptr) outside_->carry_out(action, more);
}

void HeadlessWindow::was_carried_out(const Action& action, const std::optional<Error>& refused) {
  actions.push_back(action);
  if (outside_ != nullptr) outside_->was_carried_out(action, refused);
}

void HeadlessWindow::make_glyphs(FontBook& fonts) {
  has_made_fonts_ = true;
  fonts.build(*ImGui::GetIO().Fonts);
}

void HeadlessWindow::set_mouse(Point to) {
#if IMGUI_VERSION_NUM >= 18700
  ImGui::GetIO().AddMousePosEvent(to.x, to.y);
#else
  ImGui::GetIO().MousePos = {to.x, to.y};
#endif
}

void HeadlessWindow::set_button(int button, bool is_down) {
#if IMGUI_VERSION_NUM >= 18700
  ImGui::GetIO().AddMouseButtonEvent(button, is_down);
#else
  ImGui::GetIO().MouseDown[button] = is_down;
#endif
}

void HeadlessWindow::set_wheel(float vertical, float horizontal) {
#if IMGUI_VERSION_NUM >= 18700
  ImGui::GetIO().AddMouseWheelEvent(horizontal, vertical);
#else
  ImGui::GetIO().MouseWheel = vertical;
  ImGui::GetIO().MouseWheelH = horizontal;
#endif
}

void HeadlessWindow::set_key(ImGuiKey key, bool is_down) {
#if IMGUI_VERSION_NUM >= 18700
  ImGui::GetIO().AddKeyEvent(key, is_down);
#else
  ImGui::GetIO().KeysDown[key] = is_down;                        // identity key map
#endif
}

void HeadlessWindow::set_letter(char capital, bool is_down) {
#if IMGUI_VERSION_NUM >= 18700
  ImGui::GetIO().AddKeyEvent(static_cast<ImGuiKey>(ImGuiKey_A + (capital - 'A')), is_down);
#else
  ImGui::GetIO().KeysDown[static_cast<int>(capital)] = is_down;  // its code in GLFW
#endif
  if (is_down) add_character(static_cast<unsigned char>(capital));
}

void HeadlessWindow::set_modifiers(bool has_ctrl, bool has_shift, bool has_alt) {
  ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18900
  io.AddKeyEvent(ImGuiMod_Ctrl, has_ctrl);
  io.AddKeyEvent(ImGuiMod_Shift, has_shift);
  io.AddKeyEvent(ImGuiMod_Alt, has_alt);
#else
  io.KeyCtrl = has_ctrl;
  io.KeyShift = has_shift;
  io.KeyAlt = has_alt;
#endif
}

void HeadlessWindow::add_character(char32_t character) {
  const char32_t shown = view.services.wide_characters.stand_in(character);
  view.fonts.need(shown);
  ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(shown));
}

}  // namespace attention_lab::testing
