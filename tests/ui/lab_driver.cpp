#include "lab_driver.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "app/files/presets.h"
#include "random_documents.h"

namespace attention_lab::testing {

LabDriver::LabDriver(Document document, float width, float height, Effects* outside)
    : HeadlessWindow(std::move(document), width, height, outside) {
  view.pipeline.seconds_to_slide = 0;
  settle();
}

void LabDriver::set_size_of_everything(float text_size) {
  view.preferences.text_size = text_size;
  view.preferences.enlarges_controls = true;
  view.pipeline.zoom = 1;
}

void LabDriver::frame(int count) {
  for (int i = 0; i < count; ++i) HeadlessWindow::frame();
}

bool LabDriver::has_item(std::string_view name) const {
  return view.items.find(name).has_value();
}

float LabDriver::tooltip_height() const {
  const ImGuiWindow* tooltip = ImGui::FindWindowByName("##Tooltip_00");
  return tooltip != nullptr && tooltip->Active ? tooltip->Size.y : 0.0f;
}

Rect LabDriver::control(std::string_view name) {
  if (!has_item(name)) {
    click(item("more controls").centre());
    settle();
  }
  return item(name);
}

Rect LabDriver::item(std::string_view name) const {
  if (const std::optional<Rect> rect = view.items.find(name)) return *rect;
  ADD_FAILURE() << "there is no item " << name;
  return {};
}

void LabDriver::move(Point to) {
  set_mouse(to);
  frame();
}

void LabDriver::press() {
  set_button(0, true);
  frame();
}

void LabDriver::release() {
  set_button(0, false);
  frame(2);
}

void LabDriver::click(Point at) {
  frame(30);  // so that it does not become a double click
  move(at);
  press();
  release();
}

void LabDriver::double_click(Point at) {
  click(at);
  press();
  release();
  frame(2);
}

void LabDriver::right_click(Point at) {
  move(at);
  set_button(1, true);
  frame(2);
  set_button(1, false);
  frame(3);
}

void LabDriver::pull(std::string_view cell, float pixels) {
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

void LabDriver::wheel(float notches, bool is_shifted) {
  set_modifiers(false, is_shifted, false);
  set_wheel(notches);
  frame();
  set_wheel(0);
  set_modifiers(false, false, false);
  frame(2);
}

void LabDriver::key(ImGuiKey key, bool is_shifted) {
  press_key(key, false, is_shifted);
}

void LabDriver::key_with_ctrl(ImGuiKey key) {
  press_key(key, true, false);
}

void LabDriver::press_key(ImGuiKey key, bool with_ctrl, bool with_shift) {
  set_modifiers(with_ctrl, with_shift, false);
  set_key(key, true);
  frame();
  set_key(key, false);
  frame();
  set_modifiers(false, false, false);
  frame();
}

void LabDriver::type(std::string_view ascii) {
  for (const char c : ascii) {
    add_character(static_cast<unsigned char>(c));
    frame();
  }
  frame();
}

void LabDriver::shortcut(Command which) {
  attention_lab::press(which, session, view, queue);
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
