// Drops a file on a window as a file manager does: drop_file WINDOW PATH. xdotool cannot do that, since a
// drop requires a dialogue of messages (XDND 5).
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

class Drop {
 public:
  Drop(Display* display, Window target, std::string path)
      : display_(display), target_(target), uri_("file://" + std::move(path) + "\r\n") {
    source_ = XCreateSimpleWindow(display_, DefaultRootWindow(display_), 0, 0, 1, 1, 0, 0, 0);
    XSetSelectionOwner(display_, atom("XdndSelection"), source_, CurrentTime);
  }

  /// Returns false if the window rejects the file.
  bool run() {
    send("XdndEnter", 5l << 24, static_cast<long>(atom("text/uri-list")), 0, 0);
    send("XdndPosition", 0, 100l << 16 | 100, CurrentTime, static_cast<long>(atom("XdndActionCopy")));
    for (XEvent event;;) {
      XNextEvent(display_, &event);
      if (event.type == SelectionRequest) hand_over(event.xselectionrequest);
      if (event.type != ClientMessage) continue;
      if (event.xclient.message_type == atom("XdndStatus")) {
        if ((event.xclient.data.l[1] & 1) == 0) return false;
        send("XdndDrop", 0, CurrentTime, 0, 0);
      }
      if (event.xclient.message_type == atom("XdndFinished")) return true;
    }
  }

 private:
  Atom atom(const char* name) { return XInternAtom(display_, name, False); }

  void send(const char* message, long a, long b, long c, long d) {
    XEvent event{};
    event.xclient.type = ClientMessage;
    event.xclient.window = target_;
    event.xclient.message_type = atom(message);
    event.xclient.format = 32;
    const long data[] = {static_cast<long>(source_), a, b, c, d};
    for (int i = 0; i < 5; ++i) event.xclient.data.l[i] = data[i];
    XSendEvent(display_, target_, False, NoEventMask, &event);
    XFlush(display_);
  }

  void hand_over(const XSelectionRequestEvent& request) {
    XChangeProperty(display_, request.requestor, request.property, request.target, 8, PropModeReplace,
                    reinterpret_cast<const unsigned char*>(uri_.data()), static_cast<int>(uri_.size()));
    XEvent answer{};
    answer.xselection.type = SelectionNotify;
    answer.xselection.requestor = request.requestor;
    answer.xselection.selection = request.selection;
    answer.xselection.target = request.target;
    answer.xselection.property = request.property;
    answer.xselection.time = request.time;
    XSendEvent(display_, request.requestor, False, NoEventMask, &answer);
    XFlush(display_);
  }

  Display* display_;
  Window target_;
  Window source_ = 0;
  std::string uri_;
};

}  // namespace

int main(int argc, char** argv) {
  Display* display = argc == 3 ? XOpenDisplay(nullptr) : nullptr;
  if (display == nullptr) {
    std::fprintf(stderr, "usage: drop_file WINDOW PATH, with a display\n");
    return 2;
  }
  const bool is_taken = Drop(display, std::strtoul(argv[1], nullptr, 0), argv[2]).run();
  XCloseDisplay(display);
  return is_taken ? 0 : 1;
}
