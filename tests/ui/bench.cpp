#include "bench.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

#include "app/export/figure_fonts.h"
#include "app/files/presets.h"
#include "app/window/font_files.h"
#include "random_documents.h"
#include "ui/theme.h"
#include "ui/workbench.h"

namespace attention_lab::testing {
namespace {

/// Stands for the graphics card: every picture gets a number of its own.
class NoTextures : public TextureSource {
 public:
  ImTextureID texture_of(const std::shared_ptr<const Pixels>& pixels) override {
    EXPECT_EQ(pixels->colours.size(),
              static_cast<std::size_t>(pixels->width) * static_cast<std::size_t>(pixels->height));
    return reinterpret_cast<ImTextureID>(std::uintptr_t{1});
  }
};

const FontFiles& font_files() {
  static const FontFiles files = [] {
    Result<FontFiles> loaded = load_font_files();
    if (!loaded) ADD_FAILURE() << to_string(loaded.error());
    return loaded ? std::move(loaded).value() : FontFiles{};
  }();
  return files;
}

const TextMetrics* figure_metrics() {
  static const std::unique_ptr<FigureFonts> fonts = [] {
    Result<std::unique_ptr<FigureFonts>> opened = FigureFonts::open();
    if (!opened) ADD_FAILURE() << to_string(opened.error());
    return opened ? std::move(opened).value() : nullptr;
  }();
  return fonts.get();
}

void set_key(ImGuiKey key, bool is_down) {
  ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18700
  io.AddKeyEvent(key, is_down);
#else
  io.KeysDown[key] = is_down;  // the bench maps every key to itself
#endif
}

NoTextures no_textures;

}  // namespace

UiBench::UiBench(Document document, float width, float height)
    : session(std::move(document)),
      fonts_(std::make_unique<FontBook>(font_files())),
      context_(ImGui::CreateContext()) {
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.DeltaTime = 1.0f / 60;
  io.MousePos = {-1, -1};
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;  // as the window
#if IMGUI_VERSION_NUM < 18700
  for (int i = 0; i < ImGuiKey_COUNT; ++i) io.KeyMap[i] = i;
#endif
  // A clipboard of the test's own, not that of the machine.
  static std::string clipboard;
  io.SetClipboardTextFn = [](void*, const char* text) { clipboard = text; };
  io.GetClipboardTextFn = [](void*) -> const char* { return clipboard.c_str(); };
  view.fonts = fonts_.get();
  view.textures = &no_textures;
  view.figure_metrics = figure_metrics();
  view.items.is_collecting = true;
  for (const Preset& p : presets()) view.presets.emplace_back(p.name, p.title);
  resize(width, height);
  settle();
}

UiBench::~UiBench() {
  ImGui::DestroyContext(context_);
}

void UiBench::resize(float width, float height) {
  ImGui::GetIO().DisplaySize = {width, height};
}

void UiBench::frame(int count) {
  for (int i = 0; i < count; ++i) {
    fonts_->set_sizes(view.scale(), grid_sizes(view));
    need_characters(session, view, *fonts_);
    needs_fonts_ = fonts_->is_stale();
    if (needs_fonts_) fonts_->build(*ImGui::GetIO().Fonts);
    apply_to_imgui(view.theme(), view.scale());
    ImGui::NewFrame();
    draw_workbench(session, view, queue_);
    ImGui::Render();
    has_acted_ = !queue_.actions().empty();
    carry_out_actions();
  }
}

void UiBench::carry_out_actions() {
  for (const Action& action : queue_.take()) {
    actions.push_back(action);
    const Result<bool> applied = apply(session, action);
    if (!applied) view.complain(to_string(applied.error()));
  }
}

bool UiBench::has_item(std::string_view name) const {
  return std::any_of(view.items.all().begin(), view.items.all().end(),
                     [&](const Item& item) { return item.name == name; });
}

Rect UiBench::item(std::string_view name) const {
  for (const Item& item : view.items.all()) {
    if (item.name == name) return item.rect;
  }
  ADD_FAILURE() << "there is no item " << name;
  return {};
}

void UiBench::move(Point to) {
  ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18700
  io.AddMousePosEvent(to.x, to.y);
#else
  io.MousePos = {to.x, to.y};
#endif
  frame();
}

void UiBench::press() {
#if IMGUI_VERSION_NUM >= 18700
  ImGui::GetIO().AddMouseButtonEvent(0, true);
#else
  ImGui::GetIO().MouseDown[0] = true;
#endif
  frame();
}

void UiBench::release() {
#if IMGUI_VERSION_NUM >= 18700
  ImGui::GetIO().AddMouseButtonEvent(0, false);
#else
  ImGui::GetIO().MouseDown[0] = false;
#endif
  frame(2);
}

void UiBench::click(Point at) {
  frame(30);  // so that it is no second click of a double click
  move(at);
  press();
  release();
}

void UiBench::double_click(Point at) {
  click(at);
  press();
  release();
  frame(2);
}

void UiBench::pull(std::string_view cell, float pixels) {
  frame(30);
  const Point from = item(cell).centre();
  move(from);
  press();
  const float start = std::round(from.x);
  move({start, from.y});
  constexpr int steps = 5;
  for (int i = 1; i <= steps; ++i) {
    move({from.x + std::round(pixels * static_cast<float>(i) / steps), from.y});
  }
}

void UiBench::wheel(float notches, bool is_shifted) {
  ImGuiIO& io = ImGui::GetIO();
  io.KeyShift = is_shifted;
  io.MouseWheel = notches;
  frame();
  io.MouseWheel = 0;
  io.KeyShift = false;
  frame(2);
}

void UiBench::key(ImGuiKey key, bool is_shifted) {
  ImGui::GetIO().KeyShift = is_shifted;
  set_key(key, true);
  frame();
  set_key(key, false);
  frame();
  ImGui::GetIO().KeyShift = false;
  frame();
}

void UiBench::type(std::string_view ascii) {
  for (const char c : ascii) {
    ImGui::GetIO().AddInputCharacter(static_cast<unsigned char>(c));
    frame();
  }
  frame();
}

void UiBench::shortcut(Shortcut which) {
  attention_lab::press(which, session, view, queue_);
  frame(2);
}

Document preset(std::string_view name) {
  Result<Document> document = load_preset(name);
  if (document) return std::move(document).value();
  ADD_FAILURE() << to_string(document.error());
  return small_document();
}

Document long_document(Index n_tokens) {
  RandomDocuments random(7);
  Document document = small_document();
  document.tokens.clear();
  for (Index i = 0; i < n_tokens; ++i) document.tokens.push_back("word" + std::to_string(i));
  document.model.token_embeddings = random.matrix(n_tokens, 3);
  return document;
}

bool overlap(const Rect& a, const Rect& b, float tolerance) {
  const float width = std::min(a.right(), b.right()) - std::max(a.x, b.x);
  const float height = std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y);
  return width > tolerance && height > tolerance;
}

bool is_inside(const Rect& inner, const Rect& outer, float tolerance) {
  return inner.x >= outer.x - tolerance && inner.y >= outer.y - tolerance &&
         inner.right() <= outer.right() + tolerance && inner.bottom() <= outer.bottom() + tolerance;
}

std::string to_text(const Rect& r) {
  return "(" + std::to_string(r.x) + ", " + std::to_string(r.y) + ") to (" + std::to_string(r.right()) +
         ", " + std::to_string(r.bottom()) + ")";
}

}  // namespace attention_lab::testing
