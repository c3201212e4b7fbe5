// pixman: fills, rotations, conversion and blits: pixman_peer FOLDER.
#include "peer.h"
#include <pixman.h>

static pixman_image_t *target, *portrait, *board, *board565, *glyph, *glyph_color, *translucent;
static uint32_t *memory;

static void run_w5(int part) {
    (void)part;
    pixman_fill(memory, WIDTH, 32, 0, 0, WIDTH, HEIGHT, BACKGROUND);
}

static void run_w6(int part) {
    (void)part;
    pixman_image_composite32(
        PIXMAN_OP_SRC, portrait, NULL, target, 0, 0, 0, 0, 0, 0, WIDTH, HEIGHT);
}

static void run_w7(int part) {
    (void)part;
    pixman_image_composite32(PIXMAN_OP_SRC, board, NULL, board565, 0, 0, 0, 0, 0, 0, 800, 480);
}

static void run_glyphs(int part) {
    Lines lines = part_of(w1, part, 10);
    for (int i = 0; i < lines.count; i++)
        pixman_image_composite32(
            PIXMAN_OP_OVER, glyph_color, glyph, target, 0, 0, 0, 0,
            (int)(lines.lines[i].x0 * 0.98f), (int)(lines.lines[i].y0 * 0.96f), 16, 24);
}

static void run_blit(int part) {
    (void)part;
    pixman_image_composite32(
        PIXMAN_OP_OVER, translucent, NULL, target, 0, 0, 0, 0, 100, 100, 512, 512);
}

static pixman_image_t *image(pixman_format_code_t format, int width, int height, void *bits) {
    return pixman_image_create_bits(
        format, width, height, (uint32_t *)bits, width * PIXMAN_FORMAT_BPP(format) / 8);
}

int main(int count, char **arguments) {
    if (count < 2) return 64;
    load_workloads(arguments[1]);
    memory = (uint32_t *)pixels((size_t)WIDTH * HEIGHT * 4);
    target = image(PIXMAN_x8r8g8b8, WIDTH, HEIGHT, memory);

    portrait = image(PIXMAN_x8r8g8b8, HEIGHT, WIDTH, pixels((size_t)WIDTH * HEIGHT * 4));
    pixman_transform_t turn;
    pixman_transform_init_identity(&turn);
    turn.matrix[0][0] = 0;
    turn.matrix[0][1] = -pixman_fixed_1;
    turn.matrix[0][2] = HEIGHT * pixman_fixed_1;
    turn.matrix[1][0] = pixman_fixed_1;
    turn.matrix[1][1] = 0;
    pixman_image_set_transform(portrait, &turn);
    pixman_image_set_filter(portrait, PIXMAN_FILTER_NEAREST, NULL, 0);

    board = image(PIXMAN_x8r8g8b8, 800, 480, pixels(800 * 480 * 4));
    board565 = image(PIXMAN_r5g6b5, 800, 480, pixels(800 * 480 * 2));

    uint8_t *coverage = (uint8_t *)pixels(16 * 24);
    for (int i = 0; i < 16 * 24; i++)
        coverage[i] = i % 3 == 0 ? 0 : i % 3 == 1 ? 255 : (uint8_t)(i * 37);
    glyph = image(PIXMAN_a8, 16, 24, coverage);
    pixman_color_t color = {0x8080, 0x9090, 0xA0A0, 0xFFFF};
    glyph_color = pixman_image_create_solid_fill(&color);

    uint32_t *premultiplied = (uint32_t *)pixels(512 * 512 * 4);
    for (uint32_t i = 0; i < 512 * 512; i++) {
        uint32_t alpha = i * 7 & 255;
        premultiplied[i] = alpha << 24 | alpha / 2 << 16 | alpha / 3 << 8 | alpha / 4;
    }
    translucent = image(PIXMAN_a8r8g8b8, 512, 512, premultiplied);

    const Work works[] = {
        {"W5", 1, run_w5}, {"W6", 1, run_w6}, {"W7", 1, run_w7}, {"glyphs", 10, run_glyphs},
        {"blit", 1, run_blit},
    };
    return serve(works, 5, NULL);
}
