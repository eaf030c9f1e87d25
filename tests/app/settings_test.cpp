// Settings are restored, and never keep the program from starting.
#include "app/files/settings.h"

#include <cstdlib>
#include <pwd.h>

#include <gtest/gtest.h>

#include "app/files/user_folders.h"
#include "support.h"

namespace attention_lab {
namespace {

using test::put;
using test::TemporaryFolder;

TEST(Settings, ComeBackAsTheyWere) {
  const TemporaryFolder folder;
  const Preferences preferences{ThemeName::night,
                                1.25f,
                                true,
                                6,
                                false,
                                3,
                                "/home/ada/pictures",
                                PictureFormat::svg,
                                {*parse_page_size("12x12cm"), std::nullopt, std::nullopt},
                                {"/home/ada/a.json", "/home/ada/日本.json"},
                                1920,
                                1080,
                                true};
  ASSERT_TRUE(save_settings(preferences, folder / "new folder/settings.json"));
  const LoadedSettings loaded = load_settings(folder / "new folder/settings.json");
  EXPECT_EQ(loaded.preferences, preferences);
  EXPECT_EQ(loaded.warning, "");
}

TEST(Settings, WithoutAFileAreTheUsualOnes) {
  const TemporaryFolder folder;
  const LoadedSettings loaded = load_settings(folder / "settings.json");
  EXPECT_EQ(loaded.preferences, Preferences{});
  EXPECT_EQ(loaded.warning, "");
}

TEST(Settings, ADamagedFileIsWarnedOfAndCanBeRewritten) {
  const TemporaryFolder folder;
  for (const std::string& text : {std::string("{\"theme\": "), std::string("[]"), std::string(),
                                  std::string("\xFF\xFE"), std::string(100'000, '[')}) {
    put(folder / "settings.json", text);
    const LoadedSettings loaded = load_settings(folder / "settings.json");
    EXPECT_EQ(loaded.preferences, Preferences{});
    EXPECT_NE(loaded.warning, "") << text.substr(0, 20);
    ASSERT_TRUE(save_settings(loaded.preferences, folder / "settings.json"));
    EXPECT_EQ(load_settings(folder / "settings.json").warning, "");
  }
}

TEST(Settings, WhatIsOutOfRangeHasItsDefaultAndTheRestIsKept) {
  const TemporaryFolder folder;
  put(folder / "settings.json",
      R"({"theme": "pink", "text_size": 100, "decimals": -1, "asked_decimals": 5, "window_width": 1e99, "window_height": 900,
          "recent_files": [1, "a", null], "later": true})");
  Preferences expected;
  expected.window_height = 900;
  expected.recent_files = {"a"};
  EXPECT_EQ(load_settings(folder / "settings.json").preferences, expected);
}

TEST(Settings, RememberEachFileOnceTheLatestFirst) {
  std::vector<std::string> files;
  for (int i = 0; i < 20; ++i) files = recent_files_with(files, std::to_string(i));
  EXPECT_EQ(recent_files_with(files, "15"),
            (std::vector<std::string>{"15", "19", "18", "17", "16", "14", "13", "12", "11", "10"}));
}

TEST(Settings, AFileNameThatIsNoUtf8IsLeftOut) {
  const TemporaryFolder folder;
  Preferences preferences;
  preferences.recent_files = {"good", "bad\xFF"};
  ASSERT_TRUE(save_settings(preferences, folder / "s.json"));
  EXPECT_EQ(load_settings(folder / "s.json").preferences.recent_files, std::vector<std::string>{"good"});
}

/// Sets environment variables for one test.
class UserFolders : public ::testing::Test {
 protected:
  void TearDown() override {
    for (const auto& [name, value] : before_)
      value.empty() ? ::unsetenv(name) : ::setenv(name, value.c_str(), 1);
  }
  void set(const char* name, const char* value) {
    const char* old = std::getenv(name);
    before_.emplace_back(name, old == nullptr ? "" : old);
    value == nullptr ? ::unsetenv(name) : ::setenv(name, value, 1);
  }

 private:
  std::vector<std::pair<const char*, std::string>> before_;
};

TEST_F(UserFolders, FollowXdgAndThenHome) {
  set("HOME", "/home/ada");
  set("XDG_CONFIG_HOME", "/config");
  set("XDG_STATE_HOME", nullptr);
  EXPECT_EQ(*config_folder(), "/config/attention-lab");
  EXPECT_EQ(*state_folder(), "/home/ada/.local/state/attention-lab");
  set("XDG_CONFIG_HOME", "relative");
  EXPECT_EQ(*config_folder(), "/home/ada/.config/attention-lab");
}

TEST_F(UserFolders, WithoutHomeAreInTheHomeOfTheAccount) {
  set("HOME", nullptr);
  set("XDG_CONFIG_HOME", nullptr);
  set("XDG_STATE_HOME", "");
  const passwd* account = ::getpwuid(::geteuid());
  if (account == nullptr) GTEST_SKIP() << "this user has no account";
  EXPECT_EQ(*config_folder(), std::string(account->pw_dir) + "/.config/attention-lab");
  EXPECT_EQ(*state_folder(), std::string(account->pw_dir) + "/.local/state/attention-lab");
}

TEST_F(UserFolders, WithoutHomeAndAccountAreAnErrorThatStopsNothing) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can become a user without an account";
  set("HOME", nullptr);
  set("XDG_CONFIG_HOME", nullptr);
  set("XDG_STATE_HOME", "");
  const pid_t child = ::fork();
  if (child == 0) {
    constexpr uid_t nobody_at_all = 3'987'654;
    const bool is_right = ::setuid(nobody_at_all) == 0 && !config_folder() && !state_folder() &&
                          load_settings().preferences == Preferences{} && !save_settings(Preferences{});
    ::_exit(is_right ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

}  // namespace
}  // namespace attention_lab
