// Test fixture that runs each variant of the kernels, and skips those that the machine does not support.
#pragma once

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "core/attention/kernels.h"

namespace attention_lab::testing {

/// The variant of this name; nullptr if this machine does not support it.
inline const Kernels* kernels_named(std::string_view name) {
  for (const Kernels* kernels : runnable_kernels())
    if (name == kernels->name) return kernels;
  return nullptr;
}

/// For TEST_P, instantiated with every_variant() and name_of_variant.
class EachVariant : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (kernels_ == nullptr) GTEST_SKIP() << "This machine cannot run the " << GetParam() << " kernels.";
  }

  const Kernels& kernels() const { return *kernels_; }

 private:
  const Kernels* kernels_ = kernels_named(GetParam());
};

inline auto every_variant() {
  return ::testing::Values("baseline", "avx2", "avx512");
}

inline std::string name_of_variant(const ::testing::TestParamInfo<const char*>& instance) {
  return instance.param;
}

}  // namespace attention_lab::testing
