// An earlier state of the document and its trace, to compare the current one with.
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
