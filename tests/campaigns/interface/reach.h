// The parts of the interface, and how often the campaign reached each.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace attention_lab::campaign {

/// Names of one sort: actions, dialogs, widgets, …
class ReachedNames {
 public:
  void add(std::string_view name) { entry(name); }
  void add_all(const std::vector<std::string>& names);
  void reach(std::string_view name) { ++entry(name); }

  std::int64_t times(std::string_view name) const;
  std::size_t count() const { return times_.size(); }
  std::size_t reached() const;
  std::vector<std::string> missing() const;

 private:
  std::int64_t& entry(std::string_view name);

  std::map<std::string, std::int64_t, std::less<>> times_;
};

class Reach {
 public:
  ReachedNames& operator[](std::string_view sort);

  /// The share of all names that were reached, from 0 to 1.
  double share() const;
  /// One line per sort: how many of how many, and which are missing.
  std::string report() const;

 private:
  std::map<std::string, ReachedNames, std::less<>> sorts_;
};

/// The name of a widget without the parts that depend on the document: "W_q[1,2]" and "W_q[0,0]" are both
/// "W_q[#,#]". The first ten choices of a list ("figure.3") stay distinct.
std::string sort_of_item(std::string_view name);

}  // namespace attention_lab::campaign
