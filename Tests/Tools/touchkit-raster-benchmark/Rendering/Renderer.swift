import Glibc
import TouchKitGeometry
import TouchKitRaster

/// Our renderer, used as the product uses it: everything is recorded into a display list and painted
/// from it, and both are timed.
final class Renderer {
    private let workloads: Workloads
    private let list = DisplayList()
    private let bitmap = Bitmap(width: Workloads.width, height: Workloads.height)
    private let paths: Paths
    private var redraw: Redraw
    private let turned = Scanout(
        width: Workloads.width, height: Workloads.height, rotation: .clockwise90,
        format: .xrgb8888)
    private let board = Scanout(width: 800, height: 480, format: .rgb565)
    private let glyph = Glyph(
        coverage: CoverageBitmap(width: 16, height: 24) { x, y in
            let index = y * 16 + x
            return index % 3 == 0 ? 0 : index % 3 == 1 ? 255 : UInt8(index * 37 & 255)
        }, left: 0, top: 0)
    private let picture = Renderer.translucentPicture()

    init(_ workloads: Workloads) {
        self.workloads = workloads
        redraw = Redraw(workloads.w4)
        paths = Paths(workloads.curves)
    }

    /// Does one part of a work.
    func run(_ work: Work, part: Int) {
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
        case .w6: turned.writeAll()
        case .w7: board.writeAll()
        case .dither: board.writeAll(dithers: true)
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
        case .memcpy: turned.copyAll()
        }
    }

    /// The picture by which quality is judged: white lines on black.
    func qualityPicture() -> Bitmap {
        let picture = Bitmap(width: Workloads.width, height: Workloads.height)
        list.removeAll()
        stroke(workloads.quality[...])
        list.paint(onto: picture, clip: picture.bounds)
        return picture
    }

    private static func part(_ part: Int, of lines: [Line], _ work: Work) -> ArraySlice<Line> {
        let count = lines.count / work.parts
        return lines[part * count..<(part + 1) * count]
    }

    /// Paints lines over what is there: 128 in a list, as `DrawingCache` does.
    private func paint(_ lines: ArraySlice<Line>, clip: PixelRect) {
        for first in stride(from: lines.startIndex, to: lines.endIndex, by: 128) {
            list.removeAll()
            stroke(lines[first..<min(first + 128, lines.endIndex)])
            list.paint(onto: bitmap, clip: clip)
        }
    }

    private func stroke(_ lines: ArraySlice<Line>) {
        for line in lines {
            list.stroke(
                from: CGPoint(x: Double(line.x0), y: Double(line.y0)),
                to: CGPoint(x: Double(line.x1), y: Double(line.y1)), width: Double(line.width),
                cap: .round, color: PixelColor(line.color))
        }
    }

    private func fillBackground(_ color: UInt32) {
        list.fill(
            CGRect(x: 0, y: 0, width: Double(bitmap.width), height: Double(bitmap.height)),
            color: PixelColor(color))
    }

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
    /// The colour of `0xFFRRGGBB`.
    init(_ pixel: UInt32) {
        self.init(
            red: UInt8(pixel >> 16 & 255), green: UInt8(pixel >> 8 & 255), blue: UInt8(pixel & 255))
    }
}
