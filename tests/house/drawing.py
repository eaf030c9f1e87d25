"""Checks that what could make Dear ImGui stop the program is called in one place each, where it is made safe.

    drawing.py ROOT           lists what breaks the rule; exit code 1 if anything does
    drawing.py --self-test    shows that it would be found
"""

import re
import sys

import sources

# Function → the only file that may call it, and what to call instead. (Text and SetTooltip with a format use a buffer
# of 3 KB and are safe, so they are not listed.)
RULES = [
    (r"ImGui::Text(Unformatted|Wrapped|Disabled|Colored)\b", ["ui/widgets/plain_text.cpp"], "write() of ui/widgets/plain_text.h"),
    (r"ImGui::InputText\w*\b", ["ui/widgets/text_field.cpp"], "text_field() of ui/widgets/text_field.h"),
    (r"(\.|->)(AddText|RenderText)\b", ["ui/widgets/paint.cpp"], "Painter::text() of ui/widgets/paint.h"),
    (r"ImGui::InvisibleButton\b", ["ui/widgets/paint.cpp"], "click_area() of ui/widgets/paint.h"),
    (r"(\.|->)PushClipRect\b", ["ui/widgets/paint.cpp"], "Painter::push_clip() of ui/widgets/paint.h"),
]


def problems_in_line(path, line):
    code = line.split("//")[0]
    return ["call %s instead" % instead for pattern, allowed, instead in RULES
            if path not in allowed and re.search(pattern, code)]


def problems_in(root):
    return sources.problems_in(root, ("ui", "app"), problems_in_line)


def self_test():
    bad = ['ImGui::TextUnformatted(text.c_str());', 'ImGui::TextWrapped("%s", text);', "list->AddText(at, colour, text);",
           'ImGui::InputTextWithHint("##a", "", text, size);', 'ImGui::InvisibleButton("##a", size);',
           "list.PushClipRect(low, high);", "font->RenderText(list, size, at, colour, clip, begin, end);"]
    good = ["write(text);", "// ImGui::TextUnformatted would abort", 'ImGui::SetTooltip("%s", tip);', "metrics.AddTextual();"]
    missed = [line for line in bad if not problems_in_line("ui/a.cpp", line)]
    wrong = [line for line in good if problems_in_line("ui/a.cpp", line)]
    allowed = problems_in_line("ui/widgets/plain_text.cpp", bad[0])
    for line in missed + wrong + allowed:
        print(line, file=sys.stderr)
    return 1 if missed or wrong or allowed else 0


if __name__ == "__main__":
    sys.exit(sources.run(problems_in, self_test))
