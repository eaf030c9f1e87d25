// What the list of exhibits says about each.
#pragma once

namespace attention_lab {

enum class ExhibitMark {
  unknown,          ///< not computed yet
  impossible,       ///< the mistake cannot be made with this document
  agrees,           ///< it changes nothing
  right_after_all,  ///< it changes nothing, and never does: the friendly case
  differs,          ///< it changes weights or context
  not_a_number      ///< it makes NaN
};

}  // namespace attention_lab
