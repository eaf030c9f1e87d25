#include "reach.h"

#include <algorithm>

namespace attention_lab::campaign {

void ReachedNames::add_all(const std::vector<std::string>& names) {
  for (const std::string& name : names) add(name);
}

std::int64_t& ReachedNames::entry(std::string_view name) {
  const auto found = times_.find(name);
  return found != times_.end() ? found->second : times_.emplace(name, 0).first->second;
}

std::int64_t ReachedNames::times(std::string_view name) const {
  const auto found = times_.find(name);
  return found == times_.end() ? 0 : found->second;
}

std::size_t ReachedNames::reached() const {
  return static_cast<std::size_t>(
      std::count_if(times_.begin(), times_.end(), [](const auto& entry) { return entry.second > 0; }));
}

std::vector<std::string> ReachedNames::missing() const {
  std::vector<std::string> names;
  for (const auto& [name, times] : times_)
    if (times == 0) names.push_back(name);
  return names;
}

ReachedNames& Reach::operator[](std::string_view sort) {
  const auto found = sorts_.find(sort);
  return found != sorts_.end() ? found->second : sorts_[std::string(sort)];
}

double Reach::share() const {
  std::size_t count = 0;
  std::size_t reached = 0;
  for (const auto& [sort, names] : sorts_) {
    count += names.count();
    reached += names.reached();
  }
  return count == 0 ? 0 : static_cast<double>(reached) / static_cast<double>(count);
}

std::string Reach::report() const {
  std::string text;
  for (const auto& [sort, names] : sorts_) {
    text += sort + ": " + std::to_string(names.reached()) + " of " + std::to_string(names.count());
    const std::vector<std::string> missing = names.missing();
    for (std::size_t i = 0; i < missing.size(); ++i) text += (i == 0 ? "; never reached: " : ", ") + missing[i];
    text += '\n';
  }
  return text;
}

std::string sort_of_item(std::string_view name) {
  std::string sort;
  for (std::size_t i = 0; i < name.size();) {
    const std::size_t end = std::min(name.find_first_not_of("0123456789", i), name.size());
    const bool is_number = end > i;
    const bool is_choice = end == i + 1 && end == name.size() && i > 0 && name[i - 1] == '.';
    if (!is_number) {
      sort += name[i++];
      continue;
    }
    sort += is_choice ? name.substr(i) : "#";
    i = end;
  }
  return sort;
}

}  // namespace attention_lab::campaign
