// How large the parts around a matrix are: alike in pictures of one, of several, and of its numbers alone.
#pragma once

namespace attention_lab::heatmap_sizes {

// In font sizes.
inline constexpr float small_text = 12.0f / 14.0f;
inline constexpr float title_text = 16.5f / 14.0f;
inline constexpr float caption_height = 1.5f;
inline constexpr float margin_size = 0.7f;
inline constexpr float title_middle = 0.75f;  // below the upper margin
inline constexpr float note_gap = 0.5f;
inline constexpr float legend_gap = 1.3f;
inline constexpr float least_legend = 7;
inline constexpr float largest_legend = 18;
inline constexpr float smallest_number = 0.55f;

inline constexpr float largest_margin = 0.15f;   // of the page
inline constexpr float label_share = 0.25f;      // of the page, for labels at most
inline constexpr float largest_surround = 0.5f;  // of the page, for all that is not cells or labels

}  // namespace attention_lab::heatmap_sizes
