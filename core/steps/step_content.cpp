#include "core/steps/step_content.h"

#include "core/steps/step_table.h"

namespace attention_lab {

StepContent describe_step(const Session& session, Index head, const Step& step, int decimals) {
  const StepContext context(session, head, step, decimals);
  const StepRow& row = step_row(step.kind);
  return {row.title.of(context),  row.formula.of(context), row.operation.of(context), row.sign,
          row.result.of(context), row.sentence.of(context)};
}

std::string equation_of(const StepContent& content) {
  return content.numbers + " " + content.sign + " " + content.result;
}

}  // namespace attention_lab
