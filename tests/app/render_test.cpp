// Runs attention-lab render as users and scripts do.
#include <algorithm>
#include <cmath>
#include <csignal>
#include <random>
#include <sys/resource.h>

#include <gtest/gtest.h>

#include "app/files/document_json.h"
#include "app/files/presets.h"
#include "core/attention/forward.h"
#include "core/words/number_format.h"
#include "pictures.h"
#include "running.h"
#include "ui/figures/base/cell_grid.h"
#include "ui/figures/base/colour_map.h"
#include "ui/figures/base/page.h"
#include "ui/figures/figure.h"

namespace attention_lab {
namespace {

using test::expect_refused;

using Arguments = std::vector<std::string>;

/// Parses all written files and the output.
void expect_all_parsed(const Arguments& arguments, const std::string& output) {
  test::expect_parsed(output);
  for (std::size_t i = 0; i + 1 < arguments.size(); ++i) {
    if (arguments[i] != "-o" || arguments[i + 1] == "-") continue;
    if (!std::filesystem::is_directory(arguments[i + 1])) {
      test::expect_parsed(test::contents(arguments[i + 1]));
      continue;
    }
    for (const auto& entry : std::filesystem::directory_iterator(arguments[i + 1]))
      if (entry.is_regular_file()) test::expect_parsed(test::contents(entry.path()));
  }
}

test::Outcome render(
    Arguments arguments, const std::string& input = "", const std::function<void()>& prepare = [] {}) {
  arguments.insert(arguments.begin(), {ATTENTION_LAB_BINARY, "render"});
  const test::Outcome outcome = test::run_program(arguments, input, prepare);
  if (outcome.exit_code == 0) expect_all_parsed(arguments, outcome.output);
  return outcome;
}

/// Renders the preset into a PNG and returns its bytes.
std::string png_of(Arguments arguments, const std::string& preset = "journey") {
  arguments.insert(arguments.end(), {"--preset", preset, "--format", "png", "-o", "-"});
  const test::Outcome outcome = render(arguments);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.complaint;
  EXPECT_EQ(outcome.complaint, "");
  return outcome.output;
}

// Prints no differing pictures, since they are not text.
void expect_same(const std::string& a, const std::string& b) {
  EXPECT_TRUE(a == b);
}
void expect_different(const std::string& a, const std::string& b) {
  EXPECT_FALSE(a == b);
}

std::string text_of_pdf(const std::filesystem::path& pdf) {
  const test::Outcome outcome = test::run_program({"pdftotext", "-layout", pdf, "-"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.complaint;
  return outcome.output;
}

TEST(Render, WritesEachFormatByTheEndingOfTheFile) {
  const test::TemporaryFolder folder;
  const test::Outcome outcome =
      render({"--preset", "journey", "--figure", "heatmap", "-o", folder / "a.png", "-o", folder / "b.SVG",
              "-o", folder / "c.pdf", "-o", folder / "d", "--format", "pdf"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.complaint;
  EXPECT_EQ(outcome.output + outcome.complaint, "");
  EXPECT_EQ(test::contents(folder / "a.png").substr(1, 3), "PNG");
  EXPECT_EQ(test::contents(folder / "b.SVG").substr(0, 5), "<?xml");
  EXPECT_EQ(test::contents(folder / "c.pdf").substr(0, 4), "%PDF");
  EXPECT_TRUE(test::contents(folder / "c.pdf") == test::contents(folder / "d"));
  EXPECT_EQ(folder.names().size(), 4u);
}

TEST(Render, WritesToStandardOutputWhatItWritesToFiles) {
  const test::TemporaryFolder folder;
  for (const std::string format : {"png", "svg", "pdf"}) {
    const test::Outcome outcome = render({"--preset", "journey", "--figure", "flow", "--format", format, "-o",
                                          "-", "-o", folder / ("a." + format)});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.complaint;
    EXPECT_FALSE(outcome.output.empty());
    EXPECT_TRUE(outcome.output == test::contents(folder / ("a." + format)));
    const test::Outcome again =
        render({"--preset", "journey", "--figure", "flow", "--format", format, "-o", "-"});
    EXPECT_TRUE(outcome.output == again.output) << format;
  }
}

TEST(Render, DrawsEveryFigureOfEveryPreset) {
  for (const Preset& preset : presets()) {
    for (const FigureName figure : all_figure_names) {
      if (figure == FigureName::heads && load_preset(preset.name)->model.n_heads() < 2) continue;
      const test::Outcome outcome =
          render({"--preset", preset.name, "--figure", std::string(to_string(figure)), "--size", "400x300",
                  "--format", "png", "-o", "-"});
      EXPECT_EQ(outcome.exit_code, 0) << preset.name << " " << to_string(figure) << outcome.complaint;
      EXPECT_EQ(test::decode_png(outcome.output).width, 400);
    }
  }
}

TEST(Render, DrawsEachSpaceInThePlaneThatIsAskedFor) {
  std::vector<std::string> pictures;
  for (const std::string space : {"token", "query", "key", "value"}) {
    for (const std::string plane : {"1,2", "2,1", "1,3", "svd", "1,2,3"}) {
      const test::Outcome outcome = render({"--preset", "alice-trained", "--figure", "space", "--space",
                                            space, "--plane", plane, "--format", "svg", "-o", "-"});
      // The values have two coordinates only.
      if (space == "value" && plane.find('3') != std::string::npos) {
        EXPECT_EQ(outcome.exit_code, 1);
        EXPECT_NE(outcome.complaint.find(plane == "1,3" ? "two different coordinates from 1 to 2"
                                                        : "three dimensions"),
                  std::string::npos);
        continue;
      }
      EXPECT_EQ(outcome.exit_code, 0) << space << " " << plane << outcome.complaint;
      EXPECT_EQ(std::count(pictures.begin(), pictures.end(), outcome.output), 0) << space << " " << plane;
      pictures.push_back(outcome.output);
    }
  }
  const auto usage = [&](const test::Outcome& outcome) { return outcome.exit_code == 2; };
  EXPECT_TRUE(usage(
      render({"--preset", "journey", "--figure", "space", "--plane", "1,1", "--format", "svg", "-o", "-"})));
  EXPECT_TRUE(usage(
      render({"--preset", "journey", "--figure", "space", "--plane", "x", "--format", "svg", "-o", "-"})));
  EXPECT_TRUE(usage(
      render({"--preset", "journey", "--figure", "space", "--space", "room", "--format", "svg", "-o", "-"})));
  EXPECT_TRUE(usage(
      render({"--preset", "journey", "--figure", "flow", "--space", "key", "--format", "svg", "-o", "-"})));
}

TEST(Render, AllWritesEveryFigureIntoANewFolder) {
  const test::TemporaryFolder folder;
  const test::Outcome outcome = render({"--all", "--preset", "journey-two-heads", "-o", folder / "a/b"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.complaint;
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "a/b")) {
    EXPECT_EQ(entry.path().extension(), ".png");
    EXPECT_EQ(test::decode_png(test::contents(entry.path())).width, 1890) << entry.path();
    ++count;
  }
  EXPECT_EQ(count, all_figures().size());
  EXPECT_EQ(render({"--all", "--preset", "journey", "--format", "svg", "--colormap", "magma", "--decimals",
                    "1", "-o", folder / "c"})
                .exit_code,
            0);
  EXPECT_FALSE(std::filesystem::is_empty(folder / "c"));
}

TEST(Render, AllHonoursHeadTitleAndFormats) {
  const test::TemporaryFolder folder;
  const test::Outcome outcome = render({"--all", "--preset", "journey-two-heads", "--head", "2", "--title",
                                        "Mine", "--format", "svg,pdf", "-o", folder / "a"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.complaint;
  EXPECT_NE(test::contents(folder / "a/heatmap-weights-head2.svg").find("aria-label=\"Mine\""),
            std::string::npos);
  EXPECT_NE(text_of_pdf(folder / "a/bars-weights-head2.pdf").find("Mine"), std::string::npos);
  ASSERT_EQ(render({"--all", "--preset", "journey-two-heads", "--head", "all", "-o", folder / "b"}).exit_code,
            0);
  for (const char* name : {"b/flow-weights-head1.png", "b/flow-weights-head2.png", "b/heads-weights.png"})
    EXPECT_TRUE(std::filesystem::exists(folder / name)) << name;
}

TEST(Render, AVectorPageOfAnySizeNeedsNoPixels) {
  const test::TemporaryFolder folder;
  const Arguments poster = {"--preset", "journey", "--figure", "heatmap", "--size", "A0", "--dpi", "1200"};
  Arguments vectors = poster;
  vectors.insert(vectors.end(), {"-o", folder / "a.pdf", "-o", folder / "a.svg"});
  const test::Outcome outcome = render(vectors);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.complaint;
  const std::string at_one_resolution = test::contents(folder / "a.pdf");
  vectors[7] = "72";
  ASSERT_EQ(render(vectors).exit_code, 0);
  EXPECT_TRUE(test::contents(folder / "a.pdf") == at_one_resolution) << "dpi does not matter";
  Arguments pixels = poster;
  pixels.insert(pixels.end(), {"-o", folder / "a.png"});
  expect_refused(render(pixels), 2, "or save it as PDF or SVG");
}

TEST(Render, FilesHaveATitleAndAnAuthor) {
  const test::TemporaryFolder folder;
  ASSERT_EQ(render({"--preset", "journey", "--figure", "heatmap", "--title", "W_q & more", "--author", "Ada",
                    "-o", folder / "a.pdf", "-o", folder / "a.svg"})
                .exit_code,
            0);
  EXPECT_NE(test::contents(folder / "a.svg").find("<title>Wq &amp; more</title>"), std::string::npos);
  const test::Outcome facts = test::run_program({"pdfinfo", folder / "a.pdf"});
  EXPECT_NE(facts.output.find("Wq & more"), std::string::npos) << facts.output;
  EXPECT_NE(facts.output.find("Ada"), std::string::npos) << facts.output;
}

TEST(Render, TokensCropsEveryFigure) {
  const test::TemporaryFolder folder;
  for (const FigureName figure : all_figure_names) {
    const test::Outcome outcome = render({"--preset", "dog", "--figure", std::string(to_string(figure)),
                                          "--tokens", "2-4", "-o", folder / "a.pdf"});
    EXPECT_EQ(outcome.exit_code, 0) << to_string(figure) << outcome.complaint;
  }
  ASSERT_EQ(render({"--preset", "journey", "--figure", "heatmap", "--tokens", "2-4", "-o", folder / "a.pdf"})
                .exit_code,
            0);
  const std::string text = text_of_pdf(folder / "a.pdf");
  for (const char* word : {"journey", "starts", "with"})
    EXPECT_NE(text.find(word), std::string::npos) << word;
  for (const char* word : {"Your", "one", "step"}) EXPECT_EQ(text.find(word), std::string::npos) << word;
}

TEST(Render, BlankTokensAreSeen) {
  const test::TemporaryFolder folder;
  Document document = *load_preset("journey");
  document.tokens[0] = " ";
  document.tokens[1] = "a\nb";
  const test::Outcome outcome =
      render({"-", "--figure", "heatmap", "-o", folder / "a.svg"}, to_json(document));
  EXPECT_EQ(outcome.complaint, "");
  const std::string svg = test::contents(folder / "a.svg");
  EXPECT_NE(svg.find("aria-label=\"␣\""), std::string::npos);
  EXPECT_NE(svg.find("aria-label=\"a↵b\""), std::string::npos);
}

TEST(Render, TextThatIsTooSmallIsSaid) {
  const test::TemporaryFolder folder;
  const test::Outcome outcome =
      render({"--preset", "journey", "--figure", "heatmap", "--size", "3x2cm", "-o", folder / "a.pdf"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_NE(outcome.complaint.find("a.pdf: Labels are "), std::string::npos) << outcome.complaint;
  EXPECT_NE(outcome.complaint.find(" pt at this size."), std::string::npos) << outcome.complaint;
}

TEST(Render, EveryOptionChangesThePicture) {
  const std::string plain = png_of({"--figure", "heatmap"});
  const std::vector<Arguments> options = {{"--matrix", "scores"},
                                          {"--token", "3"},
                                          {"--column", "2"},
                                          {"--size", "12x9cm"},
                                          {"--size", "1200x900"},
                                          {"--dpi", "200"},
                                          {"--font-size", "8"},
                                          {"--colormap", "cividis"},
                                          {"--range", "0:1"},
                                          {"--range", "symmetric"},
                                          {"--decimals", "3"},
                                          {"--decimals", "none"},
                                          {"--title", "mine"},
                                          {"--title", ""},
                                          {"--background", "transparent"},
                                          {"--background", "#eee8d5"},
                                          {"--theme", "night"},
                                          {"--hide", "bar"},
                                          {"--hide", "sums"},
                                          {"--hide", "axes"},
                                          {"--name-of-rows", "Anfrage"},
                                          {"--name-of-columns", "x"},
                                          {"--name-of-numbers", "x"},
                                          {"--tokens", "1-3"}};
  std::vector<std::string> seen = {plain};
  for (const Arguments& option : options) {
    Arguments arguments = {"--figure", "heatmap"};
    arguments.insert(arguments.end(), option.begin(), option.end());
    const std::string picture = png_of(arguments);
    EXPECT_EQ(std::count(seen.begin(), seen.end(), picture), 0) << option[0] << " " << option[1];
    seen.push_back(picture);
  }
  expect_same(png_of({"--figure", "heatmap", "--range", "unit"}),
              png_of({"--figure", "heatmap", "--range", "0:1"}));
  expect_same(png_of({"--figure", "heatmap", "--range", "auto"}), plain);
  expect_same(png_of({"--figure", "weights"}), plain);
  expect_different(png_of({"--figure", "heatmap", "--head", "2"}, "journey-two-heads"),
                   png_of({"--figure", "heatmap", "--head", "1"}, "journey-two-heads"));
  expect_different(png_of({"--figure", "pipeline", "--matrix", "scores"}), png_of({"--figure", "pipeline"}));
  expect_different(png_of({"--figure", "pipeline", "--head", "all"}, "journey-two-heads"),
                   png_of({"--figure", "pipeline"}, "journey-two-heads"));
  expect_different(png_of({"--figure", "pipeline", "--against-preset", "dog", "--side-by-side"}),
                   png_of({"--figure", "pipeline", "--against-preset", "dog"}));
  expect_same(png_of({"--figure", "pipeline", "--matrix", "W_q"}),
              png_of({"--figure", "pipeline", "--matrix", "Q"}));
  expect_different(png_of({"--figure", "heatmap", "--matrix", "scores", "--range", "-1:1"}),
                   png_of({"--figure", "heatmap", "--matrix", "scores"}));
}

TEST(Render, TokensAreCountedFromOneOrSpelled) {
  expect_same(png_of({"--figure", "softmax", "--token", "3"}),
              png_of({"--figure", "softmax", "--token", "starts"}));
  expect_same(png_of({"--figure", "heatmap", "--token", "1", "--column", "6"}),
              png_of({"--figure", "heatmap", "--token", "Your", "--column", "step"}));
  Document document = *load_preset("journey");
  document.tokens[4] = "2";
  document.tokens[5] = "Your";
  const auto drawn = [&](const std::string& token) {
    return render({"-", "--figure", "bars", "--token", token, "--format", "png", "-o", "-"},
                  to_json(document))
        .output;
  };
  EXPECT_FALSE(drawn("2") == drawn("5"));  // a number is a position, whatever the tokens are
  EXPECT_TRUE(drawn("2") == drawn("journey"));
  EXPECT_TRUE(drawn("Your") == drawn("1"));  // the first token with this text
}

TEST(Render, ComparesWithAnotherDocument) {
  const test::TemporaryFolder folder;
  test::put(folder / "other.json", to_json(*load_preset("journey-causal")));
  const std::string difference = png_of({"--figure", "heatmap", "--against", folder / "other.json"});
  expect_same(difference, png_of({"--figure", "heatmap", "--against-preset", "journey-causal"}));
  expect_different(difference, png_of({"--figure", "heatmap"}));
  expect_different(png_of({"--figure", "heatmap", "--against-preset", "journey-causal", "--side-by-side",
                           "--size", "30x9cm"}),
                   png_of({"--figure", "heatmap", "--against-preset", "journey-causal", "--size", "30x9cm"}));
  expect_different(
      png_of({"--figure", "heatmap", "--matrix", "scaled_scores", "--against-preset", "journey",
              "--matrix-of-other", "scores"}),
      png_of({"--figure", "heatmap", "--matrix", "scaled_scores", "--against-preset", "journey"}));
}

TEST(Render, ADifferenceIsTheOneDocumentMinusTheOther) {
  const test::TemporaryFolder folder;
  const test::Outcome outcome =
      render({"--preset", "journey", "--figure", "heatmap", "--matrix", "scores", "--against-preset",
              "journey", "--matrix-of-other", "scaled_scores", "--decimals", "3", "-o", folder / "a.pdf"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.complaint;
  Trace trace;
  forward(load_preset("journey")->model, trace);
  const Matrix difference = trace.heads[0].scores - trace.heads[0].scaled_scores;
  const std::string text = text_of_pdf(folder / "a.pdf");
  for (Index i = 0; i < difference.size(); ++i) {
    const std::string number = format_number(static_cast<double>(difference.data()[i]), 3);
    EXPECT_NE(text.find(number), std::string::npos) << number << "\n" << text;
  }
}

TEST(Render, BackgroundsAreExactlyAsAsked) {
  EXPECT_EQ(test::decode_png(png_of({"--figure", "heatmap", "--background", "#12ab9f"})).at(0, 0),
            rgb(0x12ab9f));
  EXPECT_EQ(
      test::decode_png(png_of({"--figure", "heatmap", "--background", "white", "--theme", "night"})).at(0, 0),
      rgb(0xffffff));
  EXPECT_EQ(test::decode_png(png_of({"--figure", "heatmap", "--background", "transparent"})).at(0, 0).alpha,
            0);
  // Without a theme, the text is legible: the night theme's on a dark background.
  expect_same(png_of({"--figure", "heatmap", "--background", "#101010"}),
              png_of({"--figure", "heatmap", "--background", "#101010", "--theme", "night"}));
}

TEST(Render, WrongUsageIsExitCodeTwoAndNamesWhatThereIs) {
  const std::vector<std::pair<Arguments, std::string>> wrong = {
      {{"--figure", "pie"},
       "heatmap, flow, heads, pipeline, softmax, sentence, space, score-matrix, matrix, bars, lines, "
       "histogram"},
      {{"--figure", "heatmap", "--matrix", "Z"}, "X, W_q, W_k"},
      {{"--figure", "heatmap", "--colormap", "jet"}, "viridis, cividis, magma, greys, PuOr, RdBu"},
      {{"--figure", "heatmap", "--theme", "pink"}, "paper, night"},
      {{"--figure", "heatmap", "--background", "pink"}, "theme, white, transparent, #rrggbb"},
      {{"--figure", "heatmap", "--background", "#12345"}, "#rrggbb"},
      {{"--figure", "heatmap", "--format", "gif"}, "png, svg, pdf"},
      {{"--figure", "heatmap", "--range", "1:0"}, "auto, unit, symmetric"},
      {{"--figure", "heatmap", "--range", "0:nan"}, "auto, unit, symmetric"},
      {{"--figure", "heatmap", "--decimals", "10"}, "from 0 to 9"},
      {{"--figure", "heatmap", "--size", "big"}, "16x9cm"},
      {{"--figure", "heatmap", "--size", "100x100cm"}, "needs 558 MB of memory; the limit is 512 MB"},
      {{"--figure", "heatmap", "--size", "20000x20000"}, "needs 1600 MB of memory; the limit is 512 MB"},
      {{"--figure", "heatmap", "--dpi", "5000"}, "from 36 to 2400 dpi"},
      {{"--figure", "heatmap", "--dpi", "0"}, "from 36 to 2400 dpi"},
      {{"--figure", "heatmap", "--dpi", "5000"}, "--dpi: "},
      {{"--figure", "heatmap", "--font-size", "1"},
       "--font-size: The font size must be from 4 to 144 points"},
      {{"--figure", "heatmap", "--hide", "bar,frame"}, "bar, sums, axes, legend"},
      {{"--figure", "bars", "--hide", "bar"}, "--hide bar cannot be used with the figure bars"},
      {{"--figure", "bars", "--name-of-rows", "x"}, "--name-of-rows cannot be used with the figure bars"},
      {{"--figure", "heatmap", "--name-of-a", "before"}, "--against"},
      {{"--figure", "histogram", "--range", "0:1"}, "histogram"},
      {{"--figure", "heatmap", "--head", "1,2"}, "only with the figure flow"},
      {{"--figure", "heatmap", "--top", "2"}, "--top cannot be used with the figure heatmap"},
      {{"--figure", "flow", "--threshold", "-1"}, "--threshold must be a number from 0"},
      {{"--figure", "flow", "--mark", "shade"}, "--mark cannot be used with the figure flow"},
      {{"--figure", "sentence", "--mark", "bold"}, "shade, underline"},
      {{"--figure", "heatmap", "--tokens", "4-2"}, "such as 5-20"},
      {{"--figure", "heatmap", "--format", "png,pdf"}, "--format must be one format"},
      {{"--figure", "heatmap", "--head", "0"}, "--head"},
      {{"--figure", "heatmap", "--head", "2.5"}, "--head must be a number"},
      {{"--figure", "heatmap", "--head", "all"}, "only with --all and the figures pipeline and flow"},
      {{"--figure", "heatmap", "--head", "2", "--matrix", "X"}, "all heads share"},
      {{"--figure", "heatmap", "--side-by-side"}, "--against"},
      {{"--figure", "heatmap", "--matrix-of-other", "scores"}, "--against"},
      {{"--figure", "softmax", "--matrix", "scores"}, "softmax"},
      {{"--figure", "flow", "--matrix", "Q"}, "scores, scaled_scores, masked_scores, weights"},
      {{"--figure", "bars", "--colormap", "magma"}, "bars"},
      {{"--figure", "histogram", "--token", "1"}, "histogram"},
      {{"--figure", "heads", "--against-preset", "dog"}, "heads"},
      {{"--figure", "pipeline", "--against-preset", "dog", "--matrix-of-other", "scores"},
       "--matrix-of-other"},
      {{"--figure", "heatmap", "--all"}, "--all"},
      {{}, "--figure"},
  };
  const test::TemporaryFolder folder;
  for (const auto& [arguments, complaint] : wrong) {
    Arguments whole = arguments;
    whole.insert(whole.end(), {"--preset", "journey", "-o", folder / "a.png"});
    SCOPED_TRACE(complaint);
    expect_refused(render(whole), 2, complaint);
  }
  expect_refused(render({"--preset", "journey", "--figure", "heatmap"}), 2, "--output");
  expect_refused(render({"--preset", "journey", "--figure", "heatmap", "-o", "-"}), 2, "--format");
  expect_refused(render({"--preset", "journey", "--figure", "heatmap", "-o", folder / "a.jpg"}), 2,
                 ".png, .svg or .pdf");
  expect_refused(render({"--figure", "heatmap", "-o", folder / "a.png"}), 2, "document");
  expect_refused(render({"--all", "--preset", "journey", "-o", "-"}), 2, "folder");
  expect_refused(render({"--all", "--preset", "journey", "-o", folder / "a.png"}), 2,
                 "not the name of a file");
  EXPECT_TRUE(folder.names().empty());
}

TEST(Render, WhatTheDocumentLacksIsExitCodeOneAndNamed) {
  const test::TemporaryFolder folder;
  const std::vector<std::pair<Arguments, std::string>> lacking = {
      {{"--figure", "softmax", "--token", "cat"}, "Your, journey, starts, with, one, step"},
      {{"--figure", "softmax", "--token", "7"}, "There is no token 7; the tokens are numbered 1 to 6"},
      {{"--figure", "softmax", "--token", "0"}, "There is no token 0; the tokens are numbered 1 to 6"},
      {{"--figure", "heatmap", "--matrix", "W_q", "--token", "Your"}, "1 to 3"},
      {{"--figure", "heatmap", "--head", "2"}, "There is no head 2"},
      {{"--figure", "heatmap", "--matrix", "W_o"}, "W_o"},
      {{"--figure", "pipeline", "--matrix", "masked_scores"}, "has no masked_scores"},
      {{"--figure", "pipeline", "--head", "2"}, "There is no head 2"},
      {{"--figure", "heatmap", "--tokens", "5-7"}, "There is no token 7; the tokens are numbered 1 to 6"},
      {{"--figure", "heatmap", "--tokens", "2-4", "--token", "6"},
       "The token 6 is not among the tokens 2 to 4, which are shown."},
      {{"--figure", "heatmap", "--against-preset", "dog", "--side-by-side"}, "their sizes differ"},
      {{"--figure", "heatmap", "--against", (folder / "none.json").string()}, "There is no such file"},
      {{"--figure", "heatmap", "--against-preset", "dog"}, "can"},
  };
  for (const auto& [arguments, complaint] : lacking) {
    Arguments whole = arguments;
    whole.insert(whole.end(), {"--preset", "journey", "-o", folder / "a.png"});
    SCOPED_TRACE(complaint);
    expect_refused(render(whole), 1, complaint);
  }
  expect_refused(render({"-", "--figure", "heatmap", "-o", folder / "a.png"}, "{}"), 1, "format");
  EXPECT_TRUE(folder.names().empty());
}

TEST(Render, AnUnwritableTargetLeavesNothingNotEvenTheOtherTargets) {
  const test::TemporaryFolder folder;
  std::filesystem::create_directory(folder / "folder.png");
  for (const std::string bad : {"none/b.png", "folder.png"}) {
    expect_refused(render({"--preset", "journey", "--figure", "heatmap", "-o", folder / "a.png", "-o",
                           folder / bad, "-o", "-", "--format", "svg"}),
                   1, bad);
    EXPECT_EQ(folder.names(), std::vector<std::string>{"folder.png"});
  }
}

TEST(Render, APictureThatFailsHalfWayLeavesNoFileAtAll) {
  const test::TemporaryFolder folder;
  test::put(folder / "old.png", "old");
  const auto limit_files = [] {
    constexpr rlim_t bytes = 5000;
    const rlimit limit{bytes, bytes};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    std::signal(SIGXFSZ, SIG_IGN);
  };
  const Arguments arguments = {"--preset", "journey",          "--figure", "heatmap",
                               "-o",       folder / "old.png", "-o",       folder / "new.png"};
  expect_refused(render(arguments, "", limit_files), 1, "larger than the system allows");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"old.png"});
  EXPECT_EQ(test::contents(folder / "old.png"), "old");
}

TEST(Render, BeingKilledHalfWayLeavesNoFileAtAll) {
  const test::TemporaryFolder folder;
  const auto kill_at_the_limit = [] {
    constexpr rlim_t bytes = 5000;
    const rlimit limit{bytes, bytes};
    ::setrlimit(RLIMIT_FSIZE, &limit);  // beyond it, the system sends a signal that ends the program
  };
  const test::Outcome outcome =
      render({"--preset", "journey", "--figure", "heatmap", "-o", folder / "a.png"}, "", kill_at_the_limit);
  EXPECT_EQ(outcome.exit_code, -SIGXFSZ);
  EXPECT_TRUE(folder.names().empty()) << folder.names().front();
}

TEST(Render, AFullStandardOutputIsNoticedAndLeavesNoFiles) {
  const test::TemporaryFolder folder;
  const auto to_full_disk = [] { ::dup2(::open("/dev/full", O_WRONLY), STDOUT_FILENO); };
  const test::Outcome outcome = render(
      {"--preset", "journey", "--figure", "heatmap", "--format", "png", "-o", "-", "-o", folder / "a.png"},
      "", to_full_disk);
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_NE(outcome.complaint.find("cannot be written"), std::string::npos);
  EXPECT_TRUE(folder.names().empty());
}

TEST(Render, ThePdfHoldsEveryTokenAndNumberOfTheDocument) {
  const test::TemporaryFolder folder;
  ASSERT_EQ(render({"--preset", "journey", "--figure", "heatmap", "--decimals", "4", "-o", folder / "a.pdf"})
                .exit_code,
            0);
  const std::string text = text_of_pdf(folder / "a.pdf");
  for (const char* word : {"Your", "journey", "starts", "with", "one", "step", "0.1500", "0.2264", "0.1820"})
    EXPECT_NE(text.find(word), std::string::npos) << word << "\n" << text;
}

/// n tokens whose weights are 1/n, except for one of .997.
Document document_with_one_large_weight(Index n, CellIndex large) {
  Document document;
  document.title = "one large weight";
  for (Index i = 0; i < n; ++i) document.tokens.push_back("t" + std::to_string(i));
  Matrix X = Matrix::Zero(n, 2);
  X(large.row, 0) = 1;
  X(large.column, 1) = 1;
  document.model.token_embeddings = X;
  Head head;
  const double score = std::log(0.997 / 0.003 * static_cast<double>(n - 1));
  head.W_q = (Matrix(2, 1) << static_cast<Scalar>(score), 0).finished();
  head.W_k = (Matrix(2, 1) << 0, 1).finished();
  head.W_v = (Matrix(2, 1) << 1, 1).finished();
  document.model.heads.push_back(head);
  document.model.options.scale.kind = Scale::Kind::none;
  return document;
}

/// The colours of all weights in their heatmap from 0 to 1, row by row.
std::vector<Colour> colours_of_weights(const Document& document) {
  Trace trace;
  forward(document.model, trace);
  const Matrix& weights = trace.heads[0].weights;
  std::vector<Colour> colours;
  for (Index i = 0; i < weights.size(); ++i) colours.push_back(sample(ColourMap::viridis, weights.data()[i]));
  return colours;
}

TEST(Render, TheLargestWeightOfManyIsSeenInAPictureOfFewPixels) {
  std::mt19937 random(11);
  for (int round = 0; round < 6; ++round) {
    const CellIndex large{static_cast<Index>(random() % 500), static_cast<Index>(random() % 500)};
    SCOPED_TRACE(std::to_string(large.row) + ", " + std::to_string(large.column));
    const Document document = document_with_one_large_weight(500, large);
    const test::Outcome outcome =
        render({"-", "--figure", "heatmap", "--range", "unit", "--dpi", "100", "--format", "png", "-o", "-"},
               to_json(document));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.complaint;
    EXPECT_EQ(outcome.complaint,
              "attention-lab: warning: standard output: Each pixel shows the largest of up to 3 × 3 "
              "cells. SVG and PDF show every cell.\n");
    const test::DecodedPicture picture = test::decode_png(outcome.output);
    const Colour wanted = sample(ColourMap::viridis, 0.997f);
    int seen = 0;
    const int legend = picture.width * 7 / 10;  // it has this colour too
    for (int y = 0; y < picture.height; ++y)
      for (int x = 0; x < legend; ++x) seen += picture.at(x, y) == wanted ? 1 : 0;
    EXPECT_EQ(seen, 1);
  }
}

TEST(Render, FilesOfVectorsHoldEveryCellAndSayNothing) {
  const test::TemporaryFolder folder;
  for (const Index n : {Index{500}, Index{1024}}) {
    SCOPED_TRACE(n);
    const Document document = document_with_one_large_weight(n, {n / 3, n / 2});
    const std::vector<Colour> colours = colours_of_weights(document);
    const test::Outcome outcome = render({"-", "--figure", "heatmap", "--range", "unit", "--dpi", "100", "-o",
                                          folder / "a.svg", "-o", folder / "a.pdf"},
                                         to_json(document));
    ASSERT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.complaint, "");

    const std::string svg = test::contents(folder / "a.svg");
    const std::string start = "data:image/png;base64,";
    const std::size_t at = svg.find(start) + start.size();
    const test::Outcome png = test::run_program({"base64", "-d"}, svg.substr(at, svg.find('"', at) - at));
    ASSERT_EQ(png.exit_code, 0) << png.complaint;
    ASSERT_EQ(test::run_program({"pdfimages", "-png", folder / "a.pdf", folder / "pdf"}).exit_code, 0);

    for (const std::string& bytes : {png.output, test::contents(folder / "pdf-000.png")}) {
      const test::DecodedPicture picture = test::decode_png(bytes);
      ASSERT_EQ(picture.width % n, 0);
      ASSERT_EQ(picture.height, picture.width);
      const int side = picture.width / static_cast<int>(n);  // pixels per cell
      std::ptrdiff_t wrong = 0;
      for (int y = 0; y < n; ++y) {
        for (int x = 0; x < n; ++x)
          wrong += picture.at(x * side, y * side) == colours[static_cast<std::size_t>(y * n + x)] ? 0 : 1;
      }
      EXPECT_EQ(wrong, 0);
    }
  }
}

TEST(Render, EachFileOfPixelsIsWarnedOfOnce) {
  const test::TemporaryFolder folder;
  const Document document = document_with_one_large_weight(500, {3, 4});
  const std::string a = (folder / "a.png").string();
  const test::Outcome outcome = render(
      {"-", "--figure", "heatmap", "--dpi", "72", "-o", a, "-o", folder / "b.pdf", "-o", folder / "c.png"},
      to_json(document));
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(std::count(outcome.complaint.begin(), outcome.complaint.end(), '\n'), 2) << outcome.complaint;
  EXPECT_EQ(outcome.complaint.find("attention-lab: warning: " + a + ": Each pixel shows"), 0u)
      << outcome.complaint;
  EXPECT_EQ(outcome.complaint.find("b.pdf"), std::string::npos);
}

TEST(Render, TextsThatCannotBeReadInThePictureAreWarnedOfOnce) {
  const test::TemporaryFolder folder;
  Document document = *load_preset("journey");
  document.tokens[0] = "שלום";
  document.tokens[1] = "\xF4\x8F\xBF\xBD";  // private use: no font has it
  const test::Outcome outcome =
      render({"-", "--figure", "heatmap", "-o", folder / "a.png", "-o", folder / "a.svg"}, to_json(document));
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(
      outcome.complaint,
      "attention-lab: warning: No font on this machine has the character \xF4\x8F\xBF\xBD (U+10FFFD); it "
      "appears as a box.\n"
      "attention-lab: warning: Hebrew is drawn from left to right here, so its words read backwards.\n");
  const test::Outcome all = render({"-", "--all", "-o", folder / "all"}, to_json(document));
  EXPECT_EQ(all.exit_code, 0);
  EXPECT_EQ(all.complaint, outcome.complaint) << "once for all figures";
}

TEST(Render, CharactersThatNoFileCanShowAreReplacedInEveryFormatAndNamed) {
  const std::pair<const char*, const char*> characters[] = {
      {"\uFFFE", "U+FFFE"}, {"\uFFFF", "U+FFFF"}, {"\uFDD0", "U+FDD0"},      {"\uFDEF", "U+FDEF"},
      {"\x01", "U+0001"},   {"\x7F", "U+007F"},   {"\U0001FFFF", "U+1FFFF"},
  };
  for (const auto& [character, code] : characters) {
    SCOPED_TRACE(code);
    const test::TemporaryFolder folder;
    Document document = *load_preset("journey");
    document.tokens[1] = std::string("a") + character + "b";
    const test::Outcome outcome = render(
        {"-", "--figure", "heatmap", "-o", folder / "a.svg", "-o", folder / "a.pdf", "-o", folder / "a.png"},
        to_json(document));
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.complaint, std::string("attention-lab: warning: The character ") + code +
                                     " cannot be exported; U+FFFD replaces it.\n");
    EXPECT_NE(test::contents(folder / "a.svg").find("aria-label=\"a\uFFFDb\""), std::string::npos);
    EXPECT_NE(text_of_pdf(folder / "a.pdf").find("a\uFFFDb"), std::string::npos);
    document.tokens[1] = "a\uFFFDb";
    const std::string png = test::contents(folder / "a.png");
    ASSERT_EQ(render({"-", "--figure", "heatmap", "-o", folder / "b.png"}, to_json(document)).exit_code, 0);
    EXPECT_TRUE(png == test::contents(folder / "b.png"));
  }
}

TEST(Render, LooksLikeItsReference) {
  test::expect_like_reference("render_heatmap", png_of({"--figure", "heatmap", "--size", "480x320", "--dpi",
                                                        "96", "--token", "journey"}));
  test::expect_like_reference("render_night", png_of({"--figure", "weights", "--size", "480x320", "--dpi",
                                                      "96", "--theme", "night", "--decimals", "none"},
                                                     "journey-causal"));
}

}  // namespace
}  // namespace attention_lab
