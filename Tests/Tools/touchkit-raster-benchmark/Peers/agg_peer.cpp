// Anti-Grain Geometry's scanline rasterizer: agg_peer FOLDER.
#include "peer.h"
#include <agg_conv_curve.h>
#include <agg_conv_stroke.h>
#include <agg_ellipse.h>
#include <agg_path_storage.h>
#include <agg_pixfmt_rgba.h>
#include <agg_rasterizer_scanline_aa.h>
#include <agg_renderer_base.h>
#include <agg_renderer_scanline.h>
#include <agg_rendering_buffer.h>
#include <agg_scanline_u.h>

typedef agg::pixfmt_bgra32 PixelFormat;
typedef agg::renderer_base<PixelFormat> Base;

static uint32_t *memory;
static Base *base;
static agg::rasterizer_scanline_aa<> rasterizer;
static agg::scanline_u8 scanline;
static agg::path_storage path;

static agg::rgba8 color_of(uint32_t color) {
    return agg::rgba8(color >> 16 & 255, color >> 8 & 255, color & 255, 255);
}

static void stroke(Lines lines) {
    agg::conv_stroke<agg::path_storage> outline(path);
    outline.line_cap(agg::round_cap);
    for (int i = 0; i < lines.count; i++) {
        const Line &line = lines.lines[i];
        path.remove_all();
        path.move_to(line.x0, line.y0);
        path.line_to(line.x1, line.y1);
        outline.width(line.width);
        rasterizer.reset();
        rasterizer.add_path(outline);
        agg::render_scanlines_aa_solid(rasterizer, scanline, *base, color_of(line.color));
    }
}

static void run_w1(int part) { stroke(part_of(w1, part, 10)); }
static void run_w2(int part) { stroke(part_of(w2, part, 100)); }

static void run_w3(int) {
    base->clear(color_of(BACKGROUND));
    stroke(w3);
}

static void run_w4(int) {
    const int right = DIRTY_X + DIRTY_SIZE, bottom = DIRTY_Y + DIRTY_SIZE;
    base->clip_box(DIRTY_X, DIRTY_Y, right - 1, bottom - 1);
    rasterizer.clip_box(DIRTY_X, DIRTY_Y, right, bottom);
    base->copy_bar(DIRTY_X, DIRTY_Y, right - 1, bottom - 1, color_of(BACKGROUND));
    stroke(w4);
    base->reset_clipping(true);
    rasterizer.reset_clipping();
}

static void run_w5(int) { base->clear(color_of(BACKGROUND)); }

static void run_circles(int part) {
    Lines lines = part_of(w1, part, 10);
    for (int i = 0; i < lines.count; i++) {
        const double radius = 2 + (part * lines.count + i) % 39;
        agg::ellipse disc(lines.lines[i].x0, lines.lines[i].y0, radius, radius);
        disc.approximation_scale(1);
        rasterizer.reset();
        rasterizer.add_path(disc);
        agg::render_scanlines_aa_solid(
            rasterizer, scanline, *base, color_of(lines.lines[i].color));
    }
}

static void set_path(const Curve &curve) {
    const float *p = curve.points;
    path.remove_all();
    path.move_to(p[0], p[1]);
    path.curve4(p[2], p[3], p[4], p[5], p[6], p[7]);
}

static void run_curves(int) {
    agg::conv_curve<agg::path_storage> flat(path);
    agg::conv_stroke<agg::conv_curve<agg::path_storage>> outline(flat);
    outline.line_cap(agg::round_cap);
    outline.line_join(agg::round_join);
    for (int i = 0; i < curve_count; i++) {
        set_path(curves[i]);
        outline.width(curves[i].width);
        rasterizer.reset();
        rasterizer.add_path(outline);
        agg::render_scanlines_aa_solid(rasterizer, scanline, *base, color_of(curves[i].color));
    }
}

static void run_shapes(int) {
    agg::conv_curve<agg::path_storage> flat(path);
    for (int i = 0; i < curve_count; i++) {
        set_path(curves[i]);
        rasterizer.reset();
        rasterizer.add_path(flat);
        agg::render_scanlines_aa_solid(rasterizer, scanline, *base, color_of(curves[i].color));
    }
}

static const uint32_t *picture() {
    memset(memory, 0, (size_t)WIDTH * HEIGHT * 4);
    stroke(quality);
    return memory;
}

int main(int count, char **arguments) {
    if (count < 2) return 64;
    load_workloads(arguments[1]);
    memory = (uint32_t *)pixels((size_t)WIDTH * HEIGHT * 4);
    agg::rendering_buffer buffer((agg::int8u *)memory, WIDTH, HEIGHT, WIDTH * 4);
    PixelFormat format(buffer);
    Base whole(format);
    base = &whole;
    const Work works[] = {
        {"W1", 10, run_w1}, {"W2", 100, run_w2}, {"W3", 1, run_w3},
        {"W4", 1, run_w4},  {"W5", 1, run_w5},   {"curves", 1, run_curves},
        {"shapes", 1, run_shapes}, {"circles", 10, run_circles},
    };
    return serve(works, 8, picture);
}
