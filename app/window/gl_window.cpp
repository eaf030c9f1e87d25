#include "app/window/gl_window.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include "app/window/driver_crash.h"
#include "core/words/templates.h"
#include "ui/figures/base/colour.h"
#include "ui/widgets/imgui_compat.h"

namespace attention_lab {
namespace {

// The letter on the key in the current keyboard layout, so that Ctrl+Z is where Z is printed.
int letter_of(int key, int scancode) {
  const char* name = glfwGetKeyName(key, scancode);
  if (name == nullptr || name[0] == '\0' || name[1] != '\0') return key;
  const char c = name[0];
  return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
}

KeyPress key_press_of(int key, int scancode, int modifiers) {
  constexpr int others = GLFW_MOD_CONTROL | GLFW_MOD_SHIFT | GLFW_MOD_ALT;
  if (key == GLFW_KEY_PAGE_UP && (modifiers & others) == 0) return page_key(KeyPress::page_up);
  if (key == GLFW_KEY_PAGE_DOWN && (modifiers & others) == 0) return page_key(KeyPress::page_down);
  if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F25) return function_key(key - GLFW_KEY_F1 + 1);
  if ((modifiers & GLFW_MOD_CONTROL) == 0) return {};
  const bool is_shifted = (modifiers & GLFW_MOD_SHIFT) != 0;
  int code = letter_of(key, scancode);
  switch (key) {
    case GLFW_KEY_KP_ADD: code = '+'; break;
    case GLFW_KEY_KP_SUBTRACT: code = '-'; break;
    case GLFW_KEY_KP_0: code = '0'; break;
    default: break;
  }
  if (code == '=') code = '+';  // where + needs Shift, users leave it out
  return {code, true, is_shifted};
}

// Keys with an effect on a text field other than typing a character.
bool edits_text(int key) {
  switch (key) {
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER:
    case GLFW_KEY_TAB:
    case GLFW_KEY_ESCAPE:
    case GLFW_KEY_BACKSPACE:
    case GLFW_KEY_DELETE:
    case GLFW_KEY_HOME:
    case GLFW_KEY_END:
    case GLFW_KEY_LEFT:
    case GLFW_KEY_RIGHT:
    case GLFW_KEY_UP:
    case GLFW_KEY_DOWN: return true;
    default: return false;
  }
}

bool is_modifier(int key) {
  return key >= GLFW_KEY_LEFT_SHIFT && key <= GLFW_KEY_RIGHT_SUPER;
}

constexpr int smallest_width = 640;
constexpr int smallest_height = 480;

// The cells of assets/attention-lab.svg.
constexpr struct {
  int x, y, width, height;
  unsigned rgb;
} icon_cells[] = {
#include "icon_cells.inc"
};

// The icon in the task bar.
void set_icon(GLFWwindow* window) {
  constexpr int size = 48;
  constexpr int margin = 4;
  std::vector<Colour> pixels(size * size, Colour{0, 0, 0, 0});
  for (const auto& cell : icon_cells) {
    for (int y = cell.y + margin; y < cell.y + margin + cell.height; ++y) {
      std::fill_n(pixels.begin() + y * size + cell.x + margin, cell.width, rgb(cell.rgb));
    }
  }
  const GLFWimage image{size, size, reinterpret_cast<unsigned char*>(pixels.data())};
  glfwSetWindowIcon(window, 1, &image);
}

/// The largest work area of the screens in each direction; 0 if unknown.
struct ScreenRoom {
  int width = 0;
  int height = 0;

  void clamp(int& wanted_width, int& wanted_height) const {
    if (width > 0) wanted_width = std::min(wanted_width, width);
    if (height > 0) wanted_height = std::min(wanted_height, height);
  }
};

ScreenRoom room_on_screens() {
  ScreenRoom room;
  int count = 0;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  for (int i = 0; i < count; ++i) {
    int x = 0, y = 0, width = 0, height = 0;
    glfwGetMonitorWorkarea(monitors[i], &x, &y, &width, &height);
    room = {std::max(room.width, width), std::max(room.height, height)};
  }
  return room;
}

// Where window units are pixels, GLFW enlarges the window by the screen's scale.
void fit_to_screen(GLFWwindow* window, const ScreenRoom& room) {
  int width = 0, height = 0;
  glfwGetWindowSize(window, &width, &height);
  int fitting_width = width, fitting_height = height;
  room.clamp(fitting_width, fitting_height);
  if (fitting_width != width || fitting_height != height)
    glfwSetWindowSize(window, fitting_width, fitting_height);
}

constexpr int least_gl_major = 3;
constexpr int least_gl_minor = 0;

// The available OpenGL version if it is too old: "2.1 Mesa 22.3.6"; otherwise empty.
std::string offered_gl() {
  glfwDefaultWindowHints();
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  GLFWwindow* window = glfwCreateWindow(1, 1, "", nullptr, nullptr);
  if (window == nullptr) return {};
  glfwMakeContextCurrent(window);
  const GLubyte* version = glGetString(GL_VERSION);
  std::string text = version == nullptr ? "" : reinterpret_cast<const char*>(version);
  glfwDestroyWindow(window);
  return text;
}

std::string& last_glfw_error() {
  static std::string error;  // GLFW's error callback has no user pointer
  return error;
}

}  // namespace

Result<std::unique_ptr<GlWindow>> GlWindow::open(int width, int height, bool fits_screen,
                                                 WideCharacters& wide_characters) {
  const DriverCrash while_it_opens;
  glfwSetErrorCallback([](int, const char* description) { last_glfw_error() = description; });
  const Error no_display{ErrorCode::not_found, "There is no display on which to open a window", ""};
  if (glfwInit() != GLFW_TRUE) return no_display;
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, least_gl_major);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, least_gl_minor);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  const ScreenRoom room = fits_screen ? room_on_screens() : ScreenRoom{};
  room.clamp(width, height);
  GLFWwindow* handle = glfwCreateWindow(width, height, "Attention Lab", nullptr, nullptr);
  if (handle == nullptr) {
    const std::string problem = last_glfw_error();
    const std::string offered = offered_gl();
    glfwTerminate();
    return Error{ErrorCode::not_found,
                 offered.empty()
                     ? filled("The window needs OpenGL 3.0 or later, but it could not be opened (<problem>)",
                              {{"problem", problem}})
                     : filled("The window needs OpenGL 3.0 or later, but this machine offers only <offered>",
                              {{"offered", offered}}),
                 ""};
  }
  fit_to_screen(handle, room);
  glfwSetWindowSizeLimits(handle, smallest_width, smallest_height, GLFW_DONT_CARE, GLFW_DONT_CARE);
  set_icon(handle);
  glfwMakeContextCurrent(handle);
  glfwSwapInterval(1);
  IMGUI_CHECKVERSION();
  use_throwing_allocator();
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  std::unique_ptr<GlWindow> window(new GlWindow(handle));
  if (Status connected = window->connect(wide_characters); !connected) return connected.error();
  return window;
}

GlWindow::~GlWindow() {
  if (ImGui::GetIO().BackendRendererUserData != nullptr) ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
  glfwDestroyWindow(window_);
  glfwTerminate();
}

GlWindow& GlWindow::of(GLFWwindow* window) {
  return *static_cast<GlWindow*>(glfwGetWindowUserPointer(window));
}

void GlWindow::take_key(const KeyEvent& event) {
  ImGui_ImplGlfw_KeyCallback(window_, event.key, event.scancode, event.action, event.modifiers);
  if (event.action == GLFW_RELEASE || !events.on_command) return;
  const std::optional<Command> command = command_of(key_press_of(event.key, event.scancode, event.modifiers));
  if (!command) return;
  if (event.action == GLFW_PRESS || entry_of(*command).repeats) events.on_command(*command);
}

Status GlWindow::connect(WideCharacters& wide_characters) {
  wide_characters_ = &wide_characters;
  glfwSetWindowUserPointer(window_, this);
  ImGui_ImplGlfw_InitForOpenGL(window_, false);  // our callbacks below call its callbacks
  if (!ImGui_ImplOpenGL3_Init("#version 130"))
    return Error{ErrorCode::not_found, "The functions of OpenGL 3.0 could not be loaded", ""};
  // With DrawLists, every version of OpenGL has this.
  ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;

  const auto input = [](GLFWwindow* window) {
    if (const GlWindow& self = of(window); self.events.on_input) self.events.on_input();
  };
  static constexpr auto wake = input;
  glfwSetKeyCallback(window_, [](GLFWwindow* w, int key, int scancode, int action, int modifiers) {
    of(w).keys_.add_key({key, scancode, action, modifiers});
    wake(w);
  });
  glfwSetCursorPosCallback(window_, [](GLFWwindow* w, double, double) { wake(w); });
  glfwSetMouseButtonCallback(window_, [](GLFWwindow* w, int button, int action, int modifiers) {
    ImGui_ImplGlfw_MouseButtonCallback(w, button, action, modifiers);
    wake(w);
  });
  glfwSetScrollCallback(window_, [](GLFWwindow* w, double x, double y) {
    ImGui_ImplGlfw_ScrollCallback(w, x, y);
    wake(w);
  });
  glfwSetCursorEnterCallback(window_, [](GLFWwindow* w, int entered) {
    ImGui_ImplGlfw_CursorEnterCallback(w, entered);
    wake(w);
  });
  glfwSetWindowFocusCallback(window_, [](GLFWwindow* w, int focused) {
    ImGui_ImplGlfw_WindowFocusCallback(w, focused);
    if (const GlWindow& self = of(w); focused == GLFW_TRUE && self.events.on_focus) self.events.on_focus();
    wake(w);
  });
  glfwSetCharCallback(window_, [](GLFWwindow* w, unsigned code_point) {
    GlWindow& self = of(w);
    const char32_t c = self.wide_characters_->stand_in(code_point);
    if (self.events.on_character) self.events.on_character(c);
    self.keys_.add_character(c);
    wake(w);
  });
  glfwSetWindowRefreshCallback(window_, [](GLFWwindow* w) { wake(w); });
  glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* w, int, int) { wake(w); });
  glfwSetWindowContentScaleCallback(window_, [](GLFWwindow* w, float, float) { wake(w); });
  glfwSetDropCallback(window_, [](GLFWwindow* w, int count, const char** paths) {
    const GlWindow& self = of(w);
    if (count > 0 && self.events.on_drop) self.events.on_drop(paths[0]);
    wake(w);
  });
  glfwSetWindowCloseCallback(window_, [](GLFWwindow* w) {
    glfwSetWindowShouldClose(w, GLFW_FALSE);  // the user may be asked first
    if (const GlWindow& self = of(w); self.events.on_close) self.events.on_close();
    wake(w);
  });

  // Text fields contain stand-ins for wide characters; the clipboard contains the characters themselves.
  ImGuiIO& io = ImGui::GetIO();
  io.ClipboardUserData = this;
  io.SetClipboardTextFn = [](void* self, const char* text) {
    auto* window = static_cast<GlWindow*>(self);
    glfwSetClipboardString(window->window_, window->wide_characters_->decode(text).c_str());
  };
  io.GetClipboardTextFn = [](void* self) -> const char* {
    auto* window = static_cast<GlWindow*>(self);
    const char* text = glfwGetClipboardString(window->window_);
    window->clipboard_ = text == nullptr ? std::string() : window->wide_characters_->encode(text);
    return window->clipboard_.c_str();
  };
  return Done{};
}

void GlWindow::set_title(const std::string& title) {
  glfwSetWindowTitle(window_, title.c_str());
}

void GlWindow::hide() {
  glfwHideWindow(window_);
}

void GlWindow::toggle_full_screen() {
  if (is_full_screen_) {
    glfwSetWindowMonitor(window_, nullptr, restore_x_, restore_y_, restore_width_, restore_height_,
                         GLFW_DONT_CARE);
  } else {
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    if (monitor == nullptr) return;
    glfwGetWindowPos(window_, &restore_x_, &restore_y_);
    glfwGetWindowSize(window_, &restore_width_, &restore_height_);
    const GLFWvidmode* mode = glfwGetVideoMode(monitor);
    glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
  }
  is_full_screen_ = !is_full_screen_;
}

float GlWindow::display_scale() const {
  // Where window units are not pixels (macOS, Wayland), the frame buffer is already larger.
  int width = 0, height = 0, pixel_width = 0, pixel_height = 0;
  glfwGetWindowSize(window_, &width, &height);
  glfwGetFramebufferSize(window_, &pixel_width, &pixel_height);
  float scale = 1;
  glfwGetWindowContentScale(window_, &scale, nullptr);
  const float by_buffer = width > 0 ? static_cast<float>(pixel_width) / static_cast<float>(width) : 1;
  return std::max(1.0f, scale / by_buffer);
}

void GlWindow::size(int& width, int& height) const {
  glfwGetFramebufferSize(window_, &width, &height);
}

void GlWindow::size_to_open(int& width, int& height) const {
  glfwGetWindowSize(window_, &width, &height);
  const float scale = display_scale();
  width = static_cast<int>(std::lround(static_cast<float>(width) / scale));
  height = static_cast<int>(std::lround(static_cast<float>(height) / scale));
}

void GlWindow::wait(double seconds) {
  if (seconds < 0) {
    glfwWaitEvents();
  } else {
    glfwWaitEventsTimeout(std::max(seconds, 0.001));
  }
}

void GlWindow::end_wait() {
  glfwPostEmptyEvent();
}

void GlWindow::poll() {
  glfwPollEvents();
}

void GlWindow::upload_fonts(FontBook& fonts) {
  fonts.build(*ImGui::GetIO().Fonts);
  if (!has_device_objects_) {
    has_device_objects_ = ImGui_ImplOpenGL3_CreateDeviceObjects();  // shaders and the font texture
  } else {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
  }
  forget_pixels(*ImGui::GetIO().Fonts);  // it has been uploaded
}

void GlWindow::begin_frame() {
  keys_.feed([this](const KeyEvent& event) { take_key(event); },
             [this](unsigned c) { ImGui_ImplGlfw_CharCallback(window_, c); }, edits_text, is_modifier);
  if (!keys_.is_empty() && events.on_input) events.on_input();
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  if (ignores_mouse) ImGui::GetIO().MousePos = {-FLT_MAX, -FLT_MAX};
}

void GlWindow::render(Colour ground) {
  int width = 0, height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  glViewport(0, 0, width, height);
  glClearColor(static_cast<float>(ground.red) / 255, static_cast<float>(ground.green) / 255,
               static_cast<float>(ground.blue) / 255, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(&lists_.without_offsets(*ImGui::GetDrawData()));
}

void GlWindow::swap() {
  glfwSwapBuffers(window_);
}

}  // namespace attention_lab
