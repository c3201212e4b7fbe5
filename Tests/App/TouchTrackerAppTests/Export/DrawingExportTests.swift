import Foundation
import FoundationXML
import Testing
import TouchKit
import TouchKitRaster
import TouchTrackerApp
import TouchTrackerStore
import TouchTrackerTestSupport

private typealias CGPoint = TouchKit.CGPoint
private typealias CGSize = TouchKit.CGSize
private typealias CGFloat = TouchKit.CGFloat

/// Exporting drawings as pixels and SVG.
@Suite("Drawing export")
@MainActor
struct DrawingExportTests {
    /// Lines and pen strokes of all colors and widths, dots, and strokes that cross the edge.
    private static let strokes: [Stroke] = {
        var strokes: [Stroke] = []
        func add(_ tool: Tool, _ color: InkColor, _ width: InkWidth, _ points: [CGPoint]) {
            strokes.append(
                Stroke(
                    id: strokes.count + 1, tool: tool, points: points, color: color,
                    width: width.points, level: strokes.count + 1))
        }
        for (index, color) in InkColor.allCases.enumerated() {
            let y = 30 + CGFloat(index) * 27.5
            let width = InkWidth.allCases[index % 3]
            add(.line, color, width, [CGPoint(x: 20, y: y), CGPoint(x: 140.125, y: y + 20)])
            add(
                .pen, color, width,
                (0..<60).map { step in
                    let angle = CGFloat(step) / 6
                    return CGPoint(x: 170 + CGFloat(step) * 3, y: y + 14 * sin(angle))
                })
        }
        add(.line, .black, .thick, [CGPoint(x: 380, y: 60), CGPoint(x: 380, y: 60)])
        add(.pen, .red, .thick, [CGPoint(x: 380, y: 120)])
        add(.pen, .blue, .medium, [CGPoint(x: 370, y: 180), CGPoint(x: 390, y: 190)])
        add(.line, .purple, .medium, [CGPoint(x: 350, y: 250), CGPoint(x: 460, y: 220)])
        return strokes
    }()

    private let folder = DrawingFolder()

    /// Stores strokes and begins their export. At most one export per test can be in progress.
    private func export(
        _ strokes: [Stroke]? = nil, scale: Double = 1, background: Paper? = .gray
    ) throws -> DrawingExport {
        let store = try DrawingStore(folder: folder.path, access: .readWrite)
        try store.apply([.removeAll, .put((strokes ?? Self.strokes).map(\.stored))])
        return try DrawingExport(
            store, defaultSize: CGSize(width: 400, height: 280), scale: scale,
            background: background)
    }

    private func bitmap(
        _ strokes: [Stroke]? = nil, scale: Double = 1, background: Paper? = .gray
    ) throws -> Bitmap {
        var export = try export(strokes, scale: scale, background: background)
        return try export.bitmap()
    }

    private func svg(
        _ strokes: [Stroke]? = nil, scale: Double = 1, background: Paper? = .gray
    ) throws -> String {
        var export = try export(strokes, scale: scale, background: background)
        var (bytes, part): ([UInt8], [UInt8]) = ([], [])
        while try export.nextSVGPart(&part) { bytes += part }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the picture of the drawing scene.
    private func screen(_ strokes: [Stroke], scale: Double, _ background: UIColor) -> Bitmap {
        let drawing = StrokeDrawing(
            size: CGSize(width: 400, height: 280), scale: scale, backgroundColor: background)
        let path = UIBezierPath()
        for stroke in strokes {
            path.lineWidth = stroke.width
            if stroke.tool == .pen {
                PenInk.smooth(stroke.points, into: path)
            } else {
                path.removeAllPoints()
                path.move(to: stroke.points[0])
                path.addLine(to: stroke.points[stroke.points.count - 1])
            }
            #expect(drawing.add(path, color: stroke.color.uiColor) != nil)
        }
        return drawing.bitmap
    }

    @Test("The pixels equal the golden picture at scales 1 and 2.", arguments: [1, 2] as [Double])
    func pixels(scale: Double) throws {
        try expectPicture(bitmap(scale: scale), matches: "export-\(Int(scale))")
    }

    @Test("Without a background, uncovered pixels are transparent.")
    func clear() throws {
        let bitmap = try bitmap(background: nil)
        #expect(!bitmap.isOpaque)
        #expect(bitmap[0, 0] == 0)
        #expect(bitmap[380, 60] == 0xFF00_0000)
    }

    @Test(
        "Strokes that are read in several parts have the pixels of the drawing scene.",
        arguments: [1, 0.25, 1.5] as [Double])
    func parts(scale: Double) throws {
        var random = SeededRandom(seed: 84)
        // A part has 256 points.
        let counts = [1, 2, 3, 4, 255, 256, 257, 258, 511, 512, 513, 514, 1_000]
        var strokes: [Stroke] = []
        for (index, count) in (counts + counts).enumerated() {
            var point = CGPoint(x: random.number(in: -50...450), y: random.number(in: -50...330))
            let reach = random.next(below: 4) == 0 ? 60.0 : 4
            let points = (0..<count).map { _ in
                point.x += random.number(in: -reach...reach)
                point.y += random.number(in: -reach...reach)
                return point
            }
            strokes.append(
                Stroke(
                    id: index + 1, tool: index % 5 == 0 ? .line : .pen,
                    points: index % 5 == 0 && count == 1 ? points + points : points,
                    color: InkColor.allCases[index % InkColor.allCases.count],
                    width: random.number(in: 0.5...30), level: 26 - index))
        }
        // The drawing order is the order of the levels.
        let ordered = Array(strokes.reversed())
        for paper in [Paper.gray, nil] {
            let expected = screen(ordered, scale: scale, paper?.uiColor ?? .clear)
            #expect(try bitmap(strokes, scale: scale, background: paper).isEqual(to: expected))
        }
    }

    @Test("Invalid strokes are skipped, also if only one of their last points is invalid.")
    func invalidStrokes() throws {
        var strokes = (1...5).map {
            Stroke(
                id: $0, tool: .pen,
                points: (0..<600).map { CGPoint(x: Double($0) / 2, y: 100 + Double($0 % 7)) },
                color: .red, width: 4, level: $0)
        }
        strokes[1].points[599].x = 100_001
        strokes[2].points[300].y = .nan
        strokes[3].width = 0
        var export = try export(strokes)
        let picture = try export.bitmap()
        #expect(export.skippedIDs == [2, 3, 4])
        #expect(try picture.isEqual(to: bitmap([strokes[0], strokes[4]])))
    }

    @Test("The SVG text equals the golden file.")
    func svgText() throws {
        let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Goldens/export.svg")
        let svgText = try svg()
        if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
            try svgText.write(to: golden, atomically: true, encoding: .utf8)
        }
        #expect(try svgText == String(contentsOf: golden, encoding: .utf8))
    }

    @Test("The SVG contains a background, lines and paths in drawing order with colors and widths.")
    func elements() throws {
        let elements = try SVGElement.all(of: svg())
        #expect(elements.prefix(3).map(\.name) == ["svg", "rect", "g"])
        #expect(elements[0].attributes["viewBox"] == "0 0 400 280")
        #expect(elements[0].attributes["width"] == "400")
        #expect(elements[1].attributes["fill"] == "#aaaaaa")
        #expect(elements[2].attributes["stroke-linecap"] == "round")
        #expect(elements[2].attributes["stroke-linejoin"] == "round")
        #expect(elements[2].attributes["fill"] == "none")
        let shapes = elements.dropFirst(3)
        #expect(shapes.count == Self.strokes.count)
        for (shape, stroke) in zip(shapes, Self.strokes) {
            #expect(shape.attributes["stroke-width"] == "\(Int(stroke.width))")
            // A pen stroke with two samples is a straight line, too.
            let isLine = stroke.tool == .line || stroke.points.count == 2
            #expect(shape.name == (isLine ? "line" : "path"))
        }
        #expect(shapes.first?.attributes["stroke"] == "#000000")
        #expect(shapes.first?.attributes["x2"] == "140.125")
        #expect(shapes.last?.attributes["stroke"] == "#801a99")
    }

    @Test("An empty drawing gives an empty picture; a scale only changes its default size.")
    func empty() throws {
        let clear = try SVGElement.all(of: svg([], scale: 2.5, background: nil))
        #expect(clear.map(\.name) == ["svg"])
        #expect(clear[0].attributes["viewBox"] == "0 0 400 280")
        #expect(clear[0].attributes["width"] == "1000")
        #expect(clear[0].attributes["height"] == "700")
        let white = try svg([], scale: 2.5, background: .white)
        #expect(try SVGElement.all(of: white).map(\.name) == ["svg", "rect"])
        let bitmap = try bitmap([], scale: 2.5, background: .white)
        #expect(bitmap.width == 1_000 && bitmap.height == 700)
        #expect(bitmap[999, 699] == 0xFFFF_FFFF)
    }

    @Test("A dot is a line of length zero with round caps.")
    func dots() throws {
        func shape(_ tool: Tool, _ points: [CGPoint]) throws -> SVGElement {
            let stroke = Stroke(
                id: 1, tool: tool, points: points, color: .black, width: 4, level: 1)
            return try #require(try SVGElement.all(of: svg([stroke])).last)
        }
        let place = CGPoint(x: -0.5, y: 7.25)
        #expect(try shape(.pen, [place]).attributes["d"] == "M-0.5 7.25h0")
        let line = try shape(.line, [place, place])
        #expect(line.name == "line")
        #expect(line.attributes["x1"] == "-0.5" && line.attributes["x2"] == "-0.5")
    }

    @Test(
        "In a long stroke, each segment ends within a thousandth of a point of its exact position.")
    func roundingErrors() throws {
        var random = SeededRandom(seed: 21)
        let points = (0..<3_000).map { _ in
            CGPoint(x: random.number(in: -50...850), y: random.number(in: -50...530))
        }
        let stroke = Stroke(
            id: 1, tool: .pen, points: points, color: .black, width: 4, level: 1)
        let element = try #require(try SVGElement.all(of: svg([stroke])).last)
        let ends = try SVGElement.ends(ofPath: try #require(element.attributes["d"]))
        // The expected ends are the first sample, the knots and the last sample.
        var expected = [points[0]]
        for index in points.indices {
            let before = points[max(index - 1, 0)]
            let next = points[min(index + 1, points.count - 1)]
            expected.append(
                CGPoint(
                    x: (before.x + 4 * points[index].x + next.x) / 6,
                    y: (before.y + 4 * points[index].y + next.y) / 6))
        }
        expected.append(points[points.count - 1])
        #expect(ends.count == expected.count)
        for (end, place) in zip(ends, expected) {
            #expect(abs(end.x - place.x) <= 0.000_501 && abs(end.y - place.y) <= 0.000_501)
        }
    }
}

/// An element of an SVG file, as returned by an XML parser.
private struct SVGElement {
    let name: String
    let attributes: [String: String]

    /// Returns all elements in document order.
    static func all(of svgText: String) throws -> [SVGElement] {
        final class Reader: NSObject, XMLParserDelegate {
            var elements: [SVGElement] = []
            func parser(
                _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
                qualifiedName: String?, attributes: [String: String] = [:]
            ) {
                elements.append(SVGElement(name: elementName, attributes: attributes))
            }
        }
        let reader = Reader()
        let parser = XMLParser(data: Data(svgText.utf8))
        parser.delegate = reader
        if !parser.parse() { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
        return reader.elements
    }

    /// Returns the end points of the commands of a path that starts with `M` and contains `l` and
    /// `c`.
    static func ends(ofPath data: String) throws -> [(x: Double, y: Double)] {
        var ends: [(x: Double, y: Double)] = []
        var rest = data[...]
        while let letter = rest.popFirst() {
            let end = rest.firstIndex { "Mlc".contains($0) } ?? rest.endIndex
            let spaced = rest[..<end].map { $0 == "-" ? " -" : "\($0)" }.joined()
            let numbers = spaced.split(separator: " ").compactMap { Double($0) }
            rest = rest[end...]
            #expect(numbers.count == (letter == "c" ? 6 : 2))
            let step = (x: numbers[numbers.count - 2], y: numbers[numbers.count - 1])
            if letter == "M" {
                ends.append(step)
            } else {
                let last = try #require(ends.last)
                ends.append((x: last.x + step.x, y: last.y + step.y))
            }
        }
        return ends
    }
}
