// cairo on an image surface: cairo_peer FOLDER [fast]; "fast" selects its faster, coarser
// antialiasing.
#include "peer.h"
#include <cairo.h>
#include <math.h>

static cairo_t *context, *context565;
static cairo_surface_t *surface, *portrait, *board;
static uint32_t *target;

static void set_color(cairo_t *cr, uint32_t color) {
    cairo_set_source_rgb(cr, red_of(color), green_of(color), blue_of(color));
}

static void stroke(Lines lines) {
    for (int i = 0; i < lines.count; i++) {
        Line line = lines.lines[i];
        set_color(context, line.color);
        cairo_set_line_width(context, line.width);
        cairo_move_to(context, line.x0, line.y0);
        cairo_line_to(context, line.x1, line.y1);
        cairo_stroke(context);
    }
}

static void fill_background(void) {
    set_color(context, BACKGROUND);
    cairo_paint(context);
}

static void run_w1(int part) { stroke(part_of(w1, part, 10)); }
static void run_w2(int part) { stroke(part_of(w2, part, 100)); }

static void run_w3(int part) {
    (void)part;
    fill_background();
    stroke(w3);
}

static void run_w4(int part) {
    (void)part;
    cairo_save(context);
    cairo_rectangle(context, DIRTY_X, DIRTY_Y, DIRTY_SIZE, DIRTY_SIZE);
    cairo_clip(context);
    fill_background();
    stroke(w4);
    cairo_restore(context);
}

static void run_w5(int part) {
    (void)part;
    fill_background();
}

static void run_w6(int part) {
    (void)part;
    cairo_matrix_t turn;
    cairo_save(context);
    cairo_set_operator(context, CAIRO_OPERATOR_SOURCE);
    cairo_matrix_init(&turn, 0, -1, 1, 0, 0, HEIGHT);
    cairo_set_matrix(context, &turn);
    cairo_set_source_surface(context, portrait, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST);
    cairo_paint(context);
    cairo_restore(context);
}

static void run_w7(int part) {
    (void)part;
    cairo_set_operator(context565, CAIRO_OPERATOR_SOURCE);
    cairo_set_source_surface(context565, board, 0, 0);
    cairo_paint(context565);
}

static void run_circles(int part) {
    Lines lines = part_of(w1, part, 10);
    for (int i = 0; i < lines.count; i++) {
        int index = part * lines.count + i;
        set_color(context, lines.lines[i].color);
        cairo_new_path(context);
        cairo_arc(context, lines.lines[i].x0, lines.lines[i].y0, 2 + index % 39, 0, 2 * M_PI);
        cairo_fill(context);
    }
}

static void add_curve(const Curve *curve) {
    const float *p = curve->points;
    set_color(context, curve->color);
    cairo_move_to(context, p[0], p[1]);
    cairo_curve_to(context, p[2], p[3], p[4], p[5], p[6], p[7]);
}

static void run_curves(int part) {
    (void)part;
    for (int i = 0; i < curve_count; i++) {
        cairo_set_line_width(context, curves[i].width);
        add_curve(curves + i);
        cairo_stroke(context);
    }
}

static void run_shapes(int part) {
    (void)part;
    for (int i = 0; i < curve_count; i++) {
        add_curve(curves + i);
        cairo_fill(context);
    }
}

static const uint32_t *picture(void) {
    memset(target, 0, (size_t)WIDTH * HEIGHT * 4);
    stroke(quality);
    cairo_surface_flush(surface);
    return target;
}

int main(int count, char **arguments) {
    if (count < 2) return 64;
    int fast = count > 2;
    load_workloads(arguments[1]);
    target = (uint32_t *)pixels((size_t)WIDTH * HEIGHT * 4);
    surface = cairo_image_surface_create_for_data(
        (unsigned char *)target, CAIRO_FORMAT_RGB24, WIDTH, HEIGHT, WIDTH * 4);
    context = cairo_create(surface);
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND);
    cairo_set_antialias(context, fast ? CAIRO_ANTIALIAS_FAST : CAIRO_ANTIALIAS_DEFAULT);
    portrait = cairo_image_surface_create(CAIRO_FORMAT_RGB24, HEIGHT, WIDTH);
    board = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 800, 480);
    context565 = cairo_create(cairo_image_surface_create(CAIRO_FORMAT_RGB16_565, 800, 480));
    const Work works[] = {
        {"W1", 10, run_w1}, {"W2", 100, run_w2}, {"W3", 1, run_w3}, {"W4", 1, run_w4},
        {"curves", 1, run_curves}, {"shapes", 1, run_shapes}, {"circles", 10, run_circles},
        // The remaining cases have no antialiased edges.
        {"W5", 1, run_w5}, {"W6", 1, run_w6}, {"W7", 1, run_w7},
    };
    return serve(works, fast ? 7 : 10, picture);
}
