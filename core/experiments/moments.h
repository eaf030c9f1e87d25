// Mean and variance of a stream of numbers, each with its standard error.
#pragma once

#include <cstdint>

namespace attention_lab {

/// What a sample says of the distribution it comes from.
struct Estimate {
  double mean = 0;
  double mean_standard_error = 0;  ///< √(variance ÷ n)
  double variance = 0;             ///< with n − 1 below, as torch.var
  /// √((m₄ − variance²·(n − 3) ÷ (n − 1)) ÷ n), with m₄ the fourth central moment: true of any distribution.
  double variance_standard_error = 0;
};

/// The estimate of factor·number: of q·k ÷ √d from that of q·k.
Estimate scaled(const Estimate& estimate, double factor);

/// Adds numbers up without storing them. They are measured from a `center` in `unit`s that suit them, so that
/// the sums of their powers keep their digits.
class Moments {
 public:
  /// Precondition: unit > 0.
  Moments(double center, double unit) : center_(center), unit_(unit) {}

  void add(double number) {
    const double z = (number - center_) / unit_;
    const double square = z * z;
    ++count_;
    sum_ += z;
    squares_ += square;
    cubes_ += square * z;
    fourths_ += square * square;
  }

  std::int64_t count() const { return count_; }

  /// NaN throughout as long as there are fewer than two numbers.
  Estimate estimate() const;

 private:
  double center_;
  double unit_;
  std::int64_t count_ = 0;
  double sum_ = 0;  // Σ z, Σ z², Σ z³, Σ z⁴
  double squares_ = 0;
  double cubes_ = 0;
  double fourths_ = 0;
};

}  // namespace attention_lab
