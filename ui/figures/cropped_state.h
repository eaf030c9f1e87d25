// A document and its trace reduced to a part of the sentence.
#pragma once

#include "core/attention/types.h"
#include "core/document/document.h"
#include "ui/figures/figure.h"

namespace attention_lab {

/// The rows and columns of some neighbouring tokens, cut out of every matrix. No number is computed anew: the
/// weights of a query for the tokens that are left out are missing from their sum.
class CroppedState {
 public:
  /// Precondition: `tokens` are tokens of the document, at least one.
  CroppedState(const LabState& whole, const Span& tokens);

  LabState state() const { return {document_, trace_}; }

 private:
  Document document_;
  Trace trace_;
};

}  // namespace attention_lab
