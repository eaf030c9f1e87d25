// The lab's environment in tests, without screen, files and threads.
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "ui/lab/services.h"
#include "ui/widgets/imgui_compat.h"

namespace attention_lab::testing {

/// Replaces the graphics card: keeps the pictures of a frame, each with its own ID.
class TexturesOfTests : public TextureSource {
 public:
  ImTextureID texture_of(const std::shared_ptr<const Pixels>& pixels) override {
    if (pixels->colours.size() !=
        static_cast<std::size_t>(pixels->width) * static_cast<std::size_t>(pixels->height))
      throw std::logic_error("A picture has more or fewer colours than pixels.");
    kept_.push_back(pixels);
    return texture_id(first_picture + static_cast<unsigned>(kept_.size()) - 1);
  }

  /// Null for the texture of the fonts.
  const Pixels* picture_of(ImTextureID texture) const {
    for (std::size_t i = 0; i < kept_.size(); ++i)
      if (texture_id(first_picture + static_cast<unsigned>(i)) == texture) return kept_[i].get();
    return nullptr;
  }

  void forget() { kept_.clear(); }

 private:
  static constexpr unsigned first_picture = 2;  // 1 may be the texture of the fonts
  std::vector<std::shared_ptr<const Pixels>> kept_;
};

/// Runs work at once, or keeps it until the test runs it.
class BackgroundOfTests : public BackgroundRunner {
 public:
  bool is_at_once = true;

  struct Job {
    std::shared_ptr<BackgroundWork> state;
    std::function<void()> work;
  };
  std::vector<Job> jobs;

  void start(std::shared_ptr<BackgroundWork> state, std::function<void()> work) override {
    jobs.push_back({std::move(state), std::move(work)});
    if (is_at_once) do_all();
  }
  void do_all() {
    for (Job& job : std::exchange(jobs, {})) {
      if (!job.state->is_cancelled) job.work();
      job.state->is_finished = true;
    }
  }
};

/// For views that are never drawn.
inline Services bare_services() {
  class NoMetrics : public TextMetrics {
   public:
    float width(std::string_view, float, FontWeight) const override { return 0; }
  };
  static FontBook fonts{FontFiles{}};
  static TexturesOfTests textures;
  static WideCharacters wide_characters;
  static NoMetrics metrics;
  static BackgroundOfTests background;
  return {fonts, textures, wide_characters, metrics, background, [](const std::string&) { return false; },
          {},    ""};
}

}  // namespace attention_lab::testing
