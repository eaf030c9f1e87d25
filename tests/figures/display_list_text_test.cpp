#include "display_list_text.h"

#include <gtest/gtest.h>

namespace attention_lab {
namespace {

constexpr Colour blue = rgb(0x1964d8);

DisplayList page() {
  DisplayList list;
  list.width = 160;
  list.height = 90.5f;
  return list;
}

TEST(DisplayListText, IsOneCommandALine) {
  DisplayList list = page();
  list.add(FillRect{{1, 2, 3, 4}, blue, 0});
  list.add(StrokeRect{{1, 2, 3, 4}, faded(blue, 0.5f), 1.5f, 2});
  list.add(Line{{0, 0}, {10, 20}, blue, 1});
  list.add(Polyline{{{0, 0}, {1, 1}, {2, 0}}, blue, 1});
  list.add(FillPolygon{{{0, 0}, {1, 1}, {2, 0}}, blue});
  list.add(FillDisc{{5, 6}, 2, blue});
  list.add(Curve{{0, 0}, {1, 0}, {2, 3}, {3, 3}, blue, 1});
  list.add(PushClip{{0, 0, 10, 10}});
  list.add(PopClip{});
  EXPECT_EQ(to_text(list),
            "page 160.00 × 90.50\n"
            "fill 1.00 2.00 3.00 4.00 #1964d8\n"
            "stroke 1.00 2.00 3.00 4.00 #1964d880 width 1.50 rounding 2.00\n"
            "line 0.00 0.00, 10.00 20.00 #1964d8 width 1.00\n"
            "polyline 0.00 0.00, 1.00 1.00, 2.00 0.00 #1964d8 width 1.00\n"
            "polygon 0.00 0.00, 1.00 1.00, 2.00 0.00 #1964d8\n"
            "disc 5.00 6.00 radius 2.00 #1964d8\n"
            "curve 0.00 0.00, 1.00 0.00, 2.00 3.00, 3.00 3.00 #1964d8 width 1.00\n"
            "clip 0.00 0.00 10.00 10.00\n"
            "end of clip\n");
}

TEST(DisplayListText, SaysAllOfAText) {
  DisplayList list = page();
  Text text;
  text.position = {5, 6};
  text.text = "W_q";
  text.colour = blue;
  list.add(text);
  text.horizontal = HorizontalAnchor::right;
  text.vertical = VerticalAnchor::baseline;
  text.weight = FontWeight::medium;
  text.is_markup = true;
  text.is_turned = true;
  list.add(text);
  EXPECT_EQ(to_text(list),
            "page 160.00 × 90.50\n"
            "text “W_q” 5.00 6.00 size 10.00 #1964d8 left middle\n"
            "text “W_q” 5.00 6.00 size 10.00 #1964d8 right baseline medium markup turned\n");
}

TEST(DisplayListText, TellsImagesApartByEveryPixel) {
  const auto text_of = [](std::vector<Colour> colours) {
    DisplayList list = page();
    list.add(Image{{0, 0, 10, 10}, std::make_shared<Pixels>(Pixels{2, 1, std::move(colours)})});
    return to_text(list);
  };
  EXPECT_NE(text_of({blue, rgb(0)}).find("image 0.00 0.00 10.00 10.00 of 2×1 pixels "), std::string::npos);
  EXPECT_EQ(text_of({blue, rgb(0)}), text_of({blue, rgb(0)}));
  EXPECT_NE(text_of({blue, rgb(0)}), text_of({blue, rgb(1)}));
  EXPECT_NE(text_of({blue, rgb(0)}), text_of({rgb(0), blue}));
}

TEST(DisplayListText, HasNoNegativeZero) {
  DisplayList list = page();
  list.add(FillDisc{{-0.001f, -0.0f}, 2, blue});
  EXPECT_NE(to_text(list).find("disc 0.00 0.00 "), std::string::npos);
}

}  // namespace
}  // namespace attention_lab
