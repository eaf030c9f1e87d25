// Keys of a document's file that this version does not know: found, kept and written back.
//
// Document::unknown_keys is one JSON object from the place of an object in the file to what stood there, as
// it was written: {"": {"author": "Ada"}, "heads[0]": {"colour": "red"}}.
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
  /// Those of the object at `place` that are none of the known ones.
  void add_from(const JsonValue::Object& object, std::string_view place,
                std::initializer_list<std::string_view> known);

  /// What Document::unknown_keys becomes; empty where there are none.
  std::string kept() &&;
  /// A sentence for each of the first, and one for all others.
  std::vector<std::string> warnings() const;

 private:
  std::string kept_;
  std::vector<std::string> warnings_;
  std::size_t count_ = 0;
};

/// Document::unknown_keys to be written back, read once for the whole document. Refers to the text it is made
/// from, which must outlive it.
class KeptKeys {
 public:
  /// Throws std::bad_alloc where they cannot be read again: saving without them would lose them.
  explicit KeptKeys(std::string_view unknown_keys);

  /// What was kept of the object at `place`: keys and values as they were written; nullptr: nothing.
  const JsonValue::Object* at(std::string_view place) const;

 private:
  JsonValue places_;
};

}  // namespace attention_lab
