// A state of the lab as it was once: to compare the present one with.
#pragma once

#include "core/attention/stages.h"
#include "core/document/document.h"
#include "ui/figures/figure.h"

namespace attention_lab {

struct Snapshot {
  Document document;
  Trace trace;

  LabState state() const { return {document, trace}; }
};

}  // namespace attention_lab
