import Glibc
import TouchKitGeometry
import TouchKitRaster

/// TouchKit's renderer. As in the app, each item is recorded in a display list and painted from it;
/// the time includes both.
final class Renderer {
    /// The workloads.
    private let workloads: Workloads
    /// The display list.
    private let list = DisplayList()
    /// The bitmap that most cases paint.
    private let bitmap = Bitmap(width: Workloads.width, height: Workloads.height)
    /// The curves as paths.
    private let paths: Paths
    /// The drawings of case W4.
    private var redraw: Redraw
    /// The rotated scanout of case W6.
    private let rotatedScanout = Scanout(
        width: Workloads.width, height: Workloads.height, rotation: .clockwise90,
        format: .xrgb8888)
    /// The RGB565 scanout of case W7.
    private let rgb565Scanout = Scanout(width: 800, height: 480, format: .rgb565)
    /// The glyph of the glyph case.
    private let glyph = Glyph(
        coverage: CoverageBitmap(width: 16, height: 24) { x, y in
            let index = y * 16 + x
            return index % 3 == 0 ? 0 : index % 3 == 1 ? 255 : UInt8(index * 37 & 255)
        }, left: 0, top: 0)
    /// The translucent bitmap of the blit case.
    private let picture = Renderer.translucentPicture()

    /// Prepares the renderer.
    init(_ workloads: Workloads) {
        self.workloads = workloads
        redraw = Redraw(workloads.w4)
        paths = Paths(workloads.curves)
    }

    /// Runs one part of a benchmark case.
    func run(_ work: BenchmarkCase, part: Int) {
        switch work {
        case .w1: paint(Self.part(part, of: workloads.w1, work), clip: bitmap.bounds)
        case .w2: paint(Self.part(part, of: workloads.w2, work), clip: bitmap.bounds)
        case .w3:
            list.removeAll()
            fillBackground(Workloads.background)
            stroke(workloads.w3[...])
            list.paint(onto: bitmap, clip: bitmap.bounds)
        case .w4: redraw.compose()
        case .w5:
            list.removeAll()
            fillBackground(Workloads.background)
            list.paint(onto: bitmap, clip: bitmap.bounds)
        case .w6: rotatedScanout.writeAll()
        case .w7: rgb565Scanout.writeAll()
        case .dither: rgb565Scanout.writeAll(dithers: true)
        case .curves:
            list.removeAll()
            paths.stroke(list)
            list.paint(onto: bitmap, clip: bitmap.bounds)
        case .shapes:
            list.removeAll()
            paths.fill(list)
            list.paint(onto: bitmap, clip: bitmap.bounds)
        case .circles: paintCircles(part)
        case .glyphs: paintGlyphs(part)
        case .blit:
            list.removeAll()
            list.paint(picture, map: CGAffineTransform(translationX: 100, y: 100), opacity: 1)
            list.paint(onto: bitmap, clip: bitmap.bounds)
        case .memset:
            Glibc.memset(bitmap.pixels, 0x5A, bitmap.stride * bitmap.height * 4)
        case .memcpy: rotatedScanout.copyAll()
        }
    }

    /// Returns the image for the quality measurement: white lines on black.
    func qualityImage() -> Bitmap {
        let picture = Bitmap(width: Workloads.width, height: Workloads.height)
        list.removeAll()
        stroke(workloads.quality[...])
        list.paint(onto: picture, clip: picture.bounds)
        return picture
    }

    /// Returns the lines of one part.
    private static func part(_ part: Int, of lines: [Line], _ work: BenchmarkCase) -> ArraySlice<
        Line
    > {
        let count = lines.count / work.parts
        return lines[part * count..<(part + 1) * count]
    }

    /// Paints lines over the present content, 128 per display list as in `DrawingCache`.
    private func paint(_ lines: ArraySlice<Line>, clip: PixelRect) {
        for first in stride(from: lines.startIndex, to: lines.endIndex, by: 128) {
            list.removeAll()
            stroke(lines[first..<min(first + 128, lines.endIndex)])
            list.paint(onto: bitmap, clip: clip)
        }
    }

    /// Appends lines.
    private func stroke(_ lines: ArraySlice<Line>) {
        for line in lines {
            list.stroke(
                from: CGPoint(x: Double(line.x0), y: Double(line.y0)),
                to: CGPoint(x: Double(line.x1), y: Double(line.y1)), width: Double(line.width),
                cap: .round, color: PixelColor(line.color))
        }
    }

    /// Appends a rectangle that covers the bitmap.
    private func fillBackground(_ color: UInt32) {
        list.fill(
            CGRect(x: 0, y: 0, width: Double(bitmap.width), height: Double(bitmap.height)),
            color: PixelColor(color))
    }

    /// Paints the discs of one part.
    private func paintCircles(_ part: Int) {
        list.removeAll()
        let lines = Self.part(part, of: workloads.w1, .circles)
        for index in lines.indices {
            let center = CGPoint(x: Double(lines[index].x0), y: Double(lines[index].y0))
            list.stroke(
                from: center, to: center, width: Double(2 * (2 + index % 39)), cap: .round,
                color: PixelColor(lines[index].color))
        }
        list.paint(onto: bitmap, clip: bitmap.bounds)
    }

    /// Paints the glyphs of one part.
    private func paintGlyphs(_ part: Int) {
        list.removeAll()
        let lines = Self.part(part, of: workloads.w1, .glyphs)
        list.glyphs(color: PixelColor(0xFF80_90A0)) { run in
            for line in lines {
                run.add(
                    glyph, x: Double(Int(line.x0 * 0.98)), baseline: Double(Int(line.y0 * 0.96)))
            }
        }
        list.paint(onto: bitmap, clip: bitmap.bounds)
    }

    /// Returns the translucent bitmap of the blit case.
    private static func translucentPicture() -> Bitmap {
        let picture = Bitmap(width: 512, height: 512, isOpaque: false)
        for y in 0..<512 {
            for x in 0..<512 {
                let alpha = UInt32((y * 512 + x) * 7 & 255)
                picture[x, y] = alpha << 24 | (alpha / 2) << 16 | (alpha / 3) << 8 | alpha / 4
            }
        }
        return picture
    }
}

extension PixelColor {
    /// Converts a pixel 0xFFRRGGBB.
    init(_ pixel: UInt32) {
        self.init(
            red: UInt8(pixel >> 16 & 255), green: UInt8(pixel >> 8 & 255), blue: UInt8(pixel & 255))
    }
}
