// Replaying a recorded session gives the same document, byte for byte.
#include "app/files/recording.h"

#include <gtest/gtest.h>

#include "app/files/document_json.h"
#include "app/files/edit_json.h"
#include "app/files/text_file.h"
#include "app/window/document_files.h"
#include "lab_driver.h"
#include "support.h"

namespace attention_lab::testing {
namespace {

/// One edit of each kind, with values that are hard to write.
std::vector<Edit> one_of_each() {
  const MatrixRef keys{MatrixName::W_k, 1};
  Matrix block(2, 3);
  block << Scalar(0.1), Scalar(-0.0), Scalar(1e-45), 3, Scalar(3.4028235e38), -5;
  return {
      SetCell{{keys, 2, 1}, Scalar(0.43)},
      SetBlock{{keys, 0, 0}, block},
      SetTarget{block},
      SetCorpus{"a b\nc \"d\"", ""},
      SetWord{"wörd", block.topRows(1)},
      SetOutputLayer{true},
      SetFeatureName{3, "person"},
      FillMatrix{keys, Filling::identity},
      TransposeMatrix{keys},
      MultiplyMatrix{keys, Scalar(-1.5)},
      RedrawMatrix{keys, edits::Draw::nn_linear, 789},
      RedrawWeights{edits::Draw::torch_rand, 5, edits::DrawOrder::split_projection},
      AddToken{1, "a \"quoted\" wörd", 7},
      RemoveToken{2},
      RenameToken{0, "\t日本"},
      MoveToken{0, 3},
      SetSentence{"to be or not", 9},
      AddSentence{"not to be", 10},
      RemoveSentence{1},
      ShowSentence{2},
      SetSharedWords{true},
      SetTitle{"Title", std::nullopt},
      SetExtent{Extent::n_heads, 3, 11},
      SetProjection{Projection::identity, 12},
      SetPositions{Positions::sinusoidal, 13},
      SetDropout{{Scalar(0.25), 14}},
      SetScale{{Scale::Kind::custom, Scalar(2.5)}},
      SetMask{Mask::sliding_window({2, std::nullopt})},
      SetVisible{1, 2, false},
      SetTemperature{Scalar(0.7)},
      SetBiases{true},
      SetOutputProjection{true},
      SeveralEdits{"Remedy",
                   {SetMask{Mask::causal}, SeveralEdits{"Inner", {SetCell{{{MatrixName::W_u}, 0, 1}, 2}}}}},
  };
}

TEST(EditJson, GivesEveryKindOfEditBack) {
  const std::vector<Edit> edits = one_of_each();
  ASSERT_EQ(edits.size(), std::variant_size_v<AnyEdit>);
  for (std::size_t i = 0; i < edits.size(); ++i) {
    ASSERT_EQ(edits[i].alternatives().index(), i);
    const std::string text = edit_json(edits[i]);
    EXPECT_EQ(text.find('\n'), std::string::npos);
    const Result<JsonText> json = parse_json(text);
    ASSERT_TRUE(json) << text;
    const Result<Edit> read = read_edit(json->value, "");
    ASSERT_TRUE(read) << text << ": " << to_string(read.error());
    EXPECT_EQ(*read, edits[i]) << text;
    EXPECT_EQ(edit_json(*read), text);
  }
}

TEST(EditJson, SaysWhatIsWrongAndWhere) {
  const auto error = [](const char* text) {
    const Result<JsonText> json = parse_json(text);
    const Result<Edit> read = read_edit(json->value, "commit");
    return read ? "" : to_string(read.error());
  };
  EXPECT_EQ(error(R"({"edit": "set_mask"})"), "commit.mask: This value is missing.");
  EXPECT_EQ(error(R"({"edit": "paint"})"), "commit.edit: There is no edit \"paint\".");
  EXPECT_EQ(error(R"({"mask": "causal"})"), "commit.edit: The name of the edit is missing.");
  EXPECT_NE(error(R"({"edit": "set_mask", "mask": "upside down"})").find("commit.mask: "), std::string::npos);
  EXPECT_NE(error(R"({"edit": "move_token", "from": 0.5, "to": 1})").find("commit.from: "),
            std::string::npos);
  EXPECT_NE(error(R"({"edit": "set_temperature", "temperature": "hot"})").find("commit.temperature: "),
            std::string::npos);
  EXPECT_NE(error("[]").find("commit: "), std::string::npos);
}

/// The part of the program that handles documents, with recording.
class RecordedSession : public ::testing::Test, protected Effects {
 protected:
  RecordedSession() {
    Result<std::unique_ptr<Recorder>> begun = Recorder::begin(path(), driver.session);
    if (begun) recorder_ = std::move(begun).value();
  }

  void carry_out(const Action& action, ActionQueue& more) override { files_.handle(action, more); }
  void was_carried_out(const Action& action, const std::optional<Error>& refused) override {
    ASSERT_TRUE(recorder_->note(action, refused.has_value(), driver.session));
  }
  void make_glyphs(FontBook&) override {}

  std::string path() const { return (folder_ / "session.jsonl").string(); }
  std::string text() const { return *read_file(path(), 1 << 20); }
  void expect_same_when_replayed() {
    const Result<Recording> recording = read_recording(path());
    ASSERT_TRUE(recording) << to_string(recording.error());
    const Result<Document> document = replayed(*recording);
    ASSERT_TRUE(document) << to_string(document.error());
    EXPECT_EQ(to_json(*document), to_json(driver.session.document()));
    // Also in a window.
    LabDriver other(recording->document);
    DocumentFiles other_files(other.session, other.view, false);
    for (const Action& action : recording->actions) {
      if (std::holds_alternative<ShowDocument>(action)) {
        other_files.handle(action, other.queue);
      } else {
        other.queue.push(action);
      }
      other.frame();
    }
    EXPECT_EQ(to_json(other.session.document()), to_json(driver.session.document()));
  }

  const test::TemporaryFolder folder_;
  std::unique_ptr<Recorder> recorder_;
  LabDriver driver{preset("journey"), 1280, 800, this};
  DocumentFiles files_{driver.session, driver.view, false};
};

TEST_F(RecordedSession, OfDragsTypingUndoAndHistoryIsTheSameDocument) {
  driver.drag(edited_item, 33);
  driver.drag("W_v[0,0]", -57);
  driver.double_click(driver.item(edited_item).centre());
  driver.type("0.625");
  driver.key(ImGuiKey_Enter);
  driver.queue.commit(SetExtent{Extent::n_heads, 2, 5});
  driver.frame(2);
  driver.queue.commit(SetMask{Mask::causal});
  driver.frame(2);
  driver.shortcut(Command::undo);
  driver.queue.push(GoToStep{1});
  driver.frame(2);
  driver.shortcut(Command::redo);
  driver.shortcut(Command::reset_document);
  driver.drag(edited_item, 12);
  EXPECT_NE(text().find("\"preview\""), std::string::npos);
  EXPECT_NE(text().find("\"reset\""), std::string::npos);
  expect_same_when_replayed();
}

TEST_F(RecordedSession, OfADraggedAttentionWeightIsTheSameDocument) {
  driver.shortcut(Command::drag_attention);
  driver.settle();
  const Document before = driver.session.document();
  const Point from = driver.item("weights[2,1]").centre();
  driver.move(from);
  driver.press();
  for (const float up : {10.0f, 30.0f, 60.0f}) driver.move({from.x, from.y - up});
  driver.release();
  driver.settle();
  EXPECT_FALSE(driver.session.document() == before);
  expect_same_when_replayed();
}

TEST_F(RecordedSession, OfOtherDocumentsHoldsThem) {
  driver.queue.push(OpenPreset{"dog"});
  driver.frame(2);
  driver.drag("W_q[0,0]", 21);
  driver.queue.push(NewDocument{});
  driver.frame(2);
  driver.queue.commit(SetSentence{"one two three", 5});
  driver.frame(2);
  expect_same_when_replayed();
}

TEST_F(RecordedSession, SavingGivesAPreviewUp) {
  driver.queue.preview(SetCell{edited_cell, 5});
  driver.frame();
  driver.queue.push(SaveFileAs{(folder_ / "saved.json").string(), false});
  driver.frame();
  driver.queue.commit(SetCell{{{MatrixName::W_q, 0}, 0, 0}, 7});
  driver.frame();
  EXPECT_NE(value_in(driver), 5);
  expect_same_when_replayed();
}

TEST_F(RecordedSession, EveryKindOfEditIsTheSameAgainTakenOrRefused) {
  for (const Edit& edit : one_of_each()) {
    driver.queue.preview(edit);
    driver.frame();
    driver.queue.commit(edit);
    driver.frame();
    driver.queue.push(CancelPreview{});
    driver.frame();
  }
  expect_same_when_replayed();
}

TEST_F(RecordedSession, DoesNotReplaceAFile) {
  const Result<std::unique_ptr<Recorder>> second = Recorder::begin(path(), driver.session);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::not_writable);
}

TEST(Recording, SaysWhichLineIsWrong) {
  const std::string first = "{\"format\": \"attention-lab/recording\", \"version\": 1, \"document\": ";
  const std::string document = R"({"format": "attention-lab/document", "version": 1, "tokens": ["a"],
    "embeddings": [[1]], "heads": [{"W_q": [[1]], "W_k": [[1]], "W_v": [[1]]}]}})";
  std::string line;
  for (const char c : document) line += c == '\n' ? ' ' : c;
  const auto place = [](const std::string& text) {
    const Result<Recording> recording = parse_recording(text);
    return recording ? std::string() : recording.error().place;
  };
  EXPECT_EQ(place(first + line + "\n{\"undo\": true}\n"), "");
  EXPECT_EQ(place(""), "line 1");
  EXPECT_EQ(place("{}"), "line 1");
  EXPECT_EQ(place(to_json(preset("journey"))), "line 1");
  EXPECT_EQ(place(first + line + "\n{\"undo\": true}\n{\"jump\": 1}\n"), "line 3");
  EXPECT_EQ(place(first + line + "\n{\"undo\": true}\n{\"ju"), "") << "half written when the program ended";
  EXPECT_EQ(place(first + line + "\n{\"commit\": {\"edit\": \"set_mask\", \"mask\": 5}}\n"),
            "line 2, commit.mask");
  EXPECT_EQ(place(first + line + "\n{\"go_to_step\": -1}\n"), "line 2, go_to_step");
}

}  // namespace
}  // namespace attention_lab::testing
