// How large the parts around the cells of a heatmap are: alike in every kind of heatmap.
#pragma once

namespace attention_lab::heatmap_sizes {

// In font sizes.
inline constexpr float small_text = 12.0f / 14.0f;
inline constexpr float title_text = 16.5f / 14.0f;
inline constexpr float caption_height = 1.5f;
inline constexpr float note_gap = 0.5f;
inline constexpr float least_legend = 7;
inline constexpr float largest_legend = 18;

inline constexpr float label_share = 0.25f;      // of the page, for labels at most
inline constexpr float largest_surround = 0.5f;  // of the page, for all that is not cells or labels

}  // namespace attention_lab::heatmap_sizes
