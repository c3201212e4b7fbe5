#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_ADVANCES_H
#include FT_OUTLINE_H

// Swift does not import macros that contain casts.

/// The FT_Load_Glyph flags for outlines with light hinting: aligned to whole pixel rows, but not to
/// whole pixel columns.
static const FT_Int32 touchtracker_load_flags_light_hinting =
    FT_LOAD_NO_BITMAP | FT_LOAD_TARGET_LIGHT;

/// The FT_Load_Glyph flags for metrics in font units, without scaling and hinting.
static const FT_Int32 touchtracker_load_flags_font_units = FT_LOAD_NO_SCALE | FT_LOAD_NO_HINTING;

/// Returns whether a face has scalable outlines (FT_IS_SCALABLE): 1 or 0.
static inline int touchtracker_is_scalable(FT_Face face) {
    return FT_IS_SCALABLE(face) != 0;
}
