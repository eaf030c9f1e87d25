// Finds the keys of a document file that this version does not know, and keeps them for writing it back.
//
// Document::unknown_keys is a JSON object that maps the place of an object in the file to the unknown members
// as they were written: {"": {"author": "Ada"}, "heads[0]": {"colour": "red"}}.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "app/files/json_value.h"

namespace attention_lab {

/// Collects the unknown keys of a document, object by object.
class UnknownKeys {
 public:
  /// Adds the members of the object at `place` whose keys are not among the known ones.
  void add_from(const JsonValue::Object& object, std::string_view place,
                std::initializer_list<std::string_view> known);

  /// The value for Document::unknown_keys; empty if there are none.
  std::string kept() &&;
  /// One sentence for each of the first few keys, and one for all others.
  std::vector<std::string> warnings() const;

 private:
  std::string kept_;
  std::vector<std::string> warnings_;
  std::size_t count_ = 0;
};

/// Document::unknown_keys, parsed for writing the keys back. Refers to the text, which must outlive it.
class KeptKeys {
 public:
  /// Throws std::bad_alloc if they cannot be parsed, since saving without them would lose them.
  explicit KeptKeys(std::string_view unknown_keys);

  /// The unknown members of the object at `place`, as they were written; null if there are none.
  const JsonValue::Object* at(std::string_view place) const;

 private:
  JsonValue places_;
};

}  // namespace attention_lab
