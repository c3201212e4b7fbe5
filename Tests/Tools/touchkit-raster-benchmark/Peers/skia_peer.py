"""Skia's CPU rasterizer through skia-python: skia_peer.py FOLDER.

All commands are recorded into pictures in advance, so that the time of Python is not measured. The
protocol is described in Server.swift.
"""
import sys
import time

import numpy
import skia

WIDTH, HEIGHT = 1280, 720
BACKGROUND = 0xFF202830
DIRTY = (580, 300, 700, 420)
LINE = numpy.dtype([(name, "f4") for name in ("x0", "y0", "x1", "y1", "width")] + [("color", "u4")])

CURVE = numpy.dtype([("points", "f4", 8), ("width", "f4"), ("color", "u4")])

folder = sys.argv[1]
curves = numpy.fromfile(f"{folder}/curves.bin", dtype=CURVE)
lines = {name: numpy.fromfile(f"{folder}/{name}.bin", dtype=LINE) for name in ("W1", "W2", "W3", "W4", "Q")}
pixels = numpy.zeros((HEIGHT, WIDTH, 4), numpy.uint8)
info = skia.ImageInfo.Make(WIDTH, HEIGHT, skia.kBGRA_8888_ColorType, skia.kPremul_AlphaType)
surface = skia.Surface.MakeRasterDirect(info, pixels.data, WIDTH * 4)
canvas = surface.getCanvas()


def record(draw):
    recorder = skia.PictureRecorder()
    draw(recorder.beginRecording(skia.Rect(0, 0, WIDTH, HEIGHT)))
    return recorder.finishRecordingAsPicture()


def strokes(some, background=None, clip=None):
    def draw(target):
        if clip:
            target.clipRect(skia.Rect(*clip))
        if background is not None:
            target.drawColor(background)
        for line in some:
            paint = skia.Paint(
                AntiAlias=True, Color=int(line["color"]), StrokeWidth=float(line["width"]),
                Style=skia.Paint.kStroke_Style, StrokeCap=skia.Paint.kRound_Cap)
            target.drawLine(*(float(line[name]) for name in ("x0", "y0", "x1", "y1")), paint)
    return record(draw)


def discs(some, first):
    def draw(target):
        for index, line in enumerate(some, first):
            paint = skia.Paint(AntiAlias=True, Color=int(line["color"]))
            target.drawCircle(float(line["x0"]), float(line["y0"]), 2 + index % 39, paint)
    return record(draw)


def paths(style):
    def draw(target):
        for curve in curves:
            points = [float(value) for value in curve["points"]]
            path = skia.Path()
            path.moveTo(*points[:2])
            path.cubicTo(*points[2:])
            target.drawPath(path, skia.Paint(
                AntiAlias=True, Color=int(curve["color"]), StrokeWidth=float(curve["width"]), Style=style,
                StrokeCap=skia.Paint.kRound_Cap, StrokeJoin=skia.Paint.kRound_Join))
    return record(draw)


def played(pictures):
    return [lambda picture=picture: canvas.drawPicture(picture) for picture in pictures]


def turned():
    portrait = skia.Image.fromarray(
        numpy.full((WIDTH, HEIGHT, 4), 255, numpy.uint8), skia.kBGRA_8888_ColorType)
    turn = skia.Matrix()
    turn.setAll(0, 1, 0, -1, 0, HEIGHT, 0, 0, 1)
    paint = skia.Paint(BlendMode=skia.BlendMode.kSrc)

    def run():
        canvas.save()
        canvas.concat(turn)
        canvas.drawImage(portrait, 0, 0, skia.SamplingOptions(), paint)
        canvas.restore()
    return run


def converted():
    source = skia.Bitmap()
    source.allocPixels(skia.ImageInfo.Make(800, 480, skia.kBGRA_8888_ColorType, skia.kOpaque_AlphaType))
    skia.Canvas(source).clear(0xFF335577)
    memory = numpy.zeros((480, 800), numpy.uint16)
    target = skia.Pixmap(
        skia.ImageInfo.Make(800, 480, skia.kRGB_565_ColorType, skia.kOpaque_AlphaType),
        memory.data, 1600)
    pixmap = source.pixmap()
    # A pixmap does not own its memory, so the owners are stored with it.
    return lambda owners=(source, memory): pixmap.readPixels(target)


works = {
    "W1": played([strokes(part) for part in numpy.split(lines["W1"], 10)]),
    "W2": played([strokes(part) for part in numpy.split(lines["W2"], 100)]),
    "W3": played([strokes(lines["W3"], BACKGROUND)]),
    # The clip is inside the save and restore that each picture contains.
    "W4": played([strokes(lines["W4"], BACKGROUND, DIRTY)]),
    "W5": [lambda: canvas.clear(BACKGROUND)],
    "W6": [turned()],
    "W7": [converted()],
    "curves": played([paths(skia.Paint.kStroke_Style)]),
    "shapes": played([paths(skia.Paint.kFill_Style)]),
    "circles": played([discs(part, 1000 * index) for index, part in enumerate(numpy.split(lines["W1"], 10))]),
}


def timed(parts, passes):
    best = [0 if passes == 0 else 1 << 62] * len(parts)
    sums = []
    for _ in range(passes):
        total = 0
        for index, part in enumerate(parts):
            before = time.thread_time_ns()
            part()
            taken = time.thread_time_ns() - before
            best[index] = min(best[index], taken)
            total += taken
        sums.append(total)
    median = sorted(sums)[len(sums) // 2] if sums else 0
    return " ".join(map(str, [median] + best))


def answer(words):
    if words == ["works"]:
        return " ".join(works)
    if len(words) == 3 and words[0] == "time" and words[1] in works:
        return timed(works[words[1]], int(words[2]))
    if len(words) == 2 and words[0] == "draw":
        pixels[:] = 0
        canvas.drawPicture(strokes(lines["Q"]))
        pixels.tofile(words[1])
        return "done"
    return "no such request"


for request in sys.stdin:
    print(answer(request.split()), flush=True)
