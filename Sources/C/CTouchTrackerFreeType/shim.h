#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_ADVANCES_H
#include FT_OUTLINE_H

/* Swift sees no macros with casts in them. */

/* Outlines only, moved to whole rows of pixels but not to whole columns. */
static const FT_Int32 touchtracker_load_light = FT_LOAD_NO_BITMAP | FT_LOAD_TARGET_LIGHT;

/* Measures as the file has them, in units of the font. */
static const FT_Int32 touchtracker_load_unscaled = FT_LOAD_NO_SCALE | FT_LOAD_NO_HINTING;

static inline int touchtracker_is_scalable(FT_Face face) {
    return FT_IS_SCALABLE(face) != 0;
}
