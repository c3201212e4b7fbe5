import Foundation
import KioskImages
import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerApp
import TouchTrackerStore
import TouchTrackerTestSupport

private typealias CGPoint = TouchKitGeometry.CGPoint
private typealias CGSize = TouchKitGeometry.CGSize

/// Tests `touchtracker export` from outside.
@Suite("Export command", .serialized)
struct ExportCommandTests {
    private let folder = TemporaryFolder(named: "export tests")
    private var place: String { folder.path }

    private static let stroke = StoredStroke(
        id: 1, level: 1, tool: "line", color: "red", width: 10,
        points: [CGPoint(x: 20, y: 30), CGPoint(x: 200, y: 130)])

    /// An open drawing with one line on a screen of 320 × 240 points.
    @discardableResult
    private func makeDrawing(_ edit: [StoreChange]? = nil) throws -> DrawingStore {
        let store = try DrawingStore(folder: place, access: .readWrite)
        try store.apply(
            edit ?? [.canvas(CGSize(width: 320, height: 240)), .put([Self.stroke])])
        return store
    }

    private func export(
        _ name: String, _ options: [String] = [], environment: [String: String] = [:]
    ) throws -> Program {
        try Program.run(
            ["export", "--out", "\(place)/\(name)"]
                + (environment.isEmpty ? ["--state", place] : []) + options,
            environment: environment)
    }

    @Test("The file's extension selects SVG or PNG, also while a kiosk has the drawing open")
    @MainActor
    func exports() throws {
        let store = try makeDrawing()
        defer { withExtendedLifetime(store) {} }
        for name in ["a.svg", "a.png", "b.SVG", "b.PnG"] {
            let program = try export(name)
            #expect(program.status == 0)
            #expect(program.output.isEmpty && program.errors.isEmpty)
        }
        #expect(try folder.text("a.svg").contains("viewBox=\"0 0 320 240\""))
        #expect(
            try folder.text("a.svg").contains("<line x1=\"20\" y1=\"30\" x2=\"200\" y2=\"130\" "))
        #expect(try folder.text("b.SVG") == folder.text("a.svg"))
        let picture = try PNGFile.read("\(place)/a.png")
        #expect(picture.width == 320 && picture.height == 240)
        let other = try DrawingStore(folder: place, access: .readOnly)
        var drawing = try DrawingExport(other, defaultSize: CGSize(width: 1, height: 1))
        #expect(try picture.isEqual(to: drawing.bitmap()))
        #expect(picture[110, 80] != 0xFFFF_FFFF)
    }

    @Test("Size, scale and background are options")
    func options() throws {
        try makeDrawing()
        let chosen = ["--size", "400x300", "--scale", "2", "--background"]
        #expect(try export("a.png", chosen + ["#102030"]).status == 0)
        let picture = try PNGFile.read("\(place)/a.png")
        #expect(picture.width == 800 && picture.height == 600)
        #expect(picture[799, 599] == 0xFF10_2030)
        #expect(try export("a.svg", chosen + ["none"]).status == 0)
        #expect(
            try folder.text("a.svg").contains(
                "width=\"800\" height=\"600\" viewBox=\"0 0 400 300\""))
        #expect(try !folder.text("a.svg").contains("<rect"))
        #expect(try export("b.png", ["--background", "none"]).status == 0)
        let bytes = try folder.bytes("b.png")
        let clear = try #require(PNGDecoder { Issue.record("\($0)") }.decode(bytes))
        #expect(!clear.isOpaque && clear[0, 0] == 0)
    }

    @Test("An empty drawing is an empty picture of its screen's size, by default 800 × 480")
    func empty() throws {
        try makeDrawing([])
        #expect(try export("a.png").status == 0)
        let usual = try PNGFile.read("\(place)/a.png")
        #expect(usual.width == 800 && usual.height == 480 && usual[400, 240] == 0xFFFF_FFFF)
        try makeDrawing([.canvas(CGSize(width: 360, height: 640))])
        #expect(try export("a.png").status == 0)
        let own = try PNGFile.read("\(place)/a.png")
        #expect(own.width == 360 && own.height == 640)
    }

    @Test("The default folder is the service manager's state directory")
    func environment() throws {
        try makeDrawing()
        #expect(try export("a.svg", environment: ["STATE_DIRECTORY": place]).status == 0)
        #expect(
            try export("b.svg", environment: ["STATE_DIRECTORY": "\(place):/elsewhere"]).status == 0
        )
        let said = try export(
            "c.svg", ["--state", place], environment: ["STATE_DIRECTORY": "/elsewhere"])
        #expect(said.status == 0)
    }

    @Test("A PNG that exceeds the size limit is refused with status 64; SVG has no limit")
    func tooLarge() throws {
        try makeDrawing()
        let huge = ["--size", "16384x16384", "--scale", "8"]
        expectFailure(
            try export("a.png", huge), 64,
            "\(place)/a.png: a PNG can have at most 16 million pixels; "
                + "choose a smaller --size or --scale, or SVG")
        #expect(try export("a.svg", huge).status == 0)
    }

    @Test("A missing, unreadable or newer drawing is one line with status 66 and no picture")
    func input() throws {
        expectFailure(
            try Program.run(["export", "--out", "\(place)/a.svg", "--state", "\(place)/no"]), 66,
            "\(place)/no: the folder does not exist; create it, or choose another with --state")
        let file = "\(place)/drawing.sqlite"
        expectFailure(
            try export("a.svg"), 66,
            "\(file): no drawing is stored there; choose the drawing's folder with --state")
        try makeDrawing()
        var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
        // The schema version in the file's header (sqlite.org/fileformat2.html, 1.3).
        bytes[63] = 7
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        expectFailure(
            try export("a.svg"), 66,
            "\(file): written by a newer version of touchtracker (schema 7; this version supports 4); "
                + "use that version, or move the file away")
        try Data(repeating: 0x41, count: 4_096).write(to: URL(fileURLWithPath: file))
        expectFailure(
            try export("a.svg"), 66,
            "\(file): not a database; move it away, or choose another folder with --state")
        #expect(!FileManager.default.fileExists(atPath: "\(place)/a.svg"))
    }

    @Test(
        "An invalid stroke is skipped and reported with a remedy",
        arguments: ["tool", "color", "point"])
    func senseless(part: String) throws {
        var stroke = Self.stroke
        switch part {
        case "tool": stroke.tool = "brush"
        case "color": stroke.color = "mauve"
        default: stroke.points[0].x = 1e9
        }
        var other = Self.stroke
        other.id = 2
        try makeDrawing([.put([stroke, other])])
        let program = try export("a.svg")
        #expect(program.status == 0)
        #expect(
            program.errors
                == "\(place)/drawing.sqlite: stroke 1 is invalid and was skipped; "
                + "repair or delete the rows with sqlite3\n")
        #expect(try folder.text("a.svg").components(separatedBy: "<line").count == 2)
    }

    @Test("A write error is one line with status 74, and an existing file is unchanged")
    func output() throws {
        try makeDrawing()
        expectFailure(
            try export("no/a.svg"), 74,
            "\(place)/no/a.svg: cannot write: No such file or directory; "
                + "choose another path, or free some space")
        try folder.write("before", to: "a.svg")
        // Writing fails in the middle.
        expectFailure(
            try Program.runUnableToWrite(["export", "--out", "\(place)/a.svg", "--state", place]),
            74,
            "\(place)/a.svg: cannot write: File too large; "
                + "choose another path, or free some space")
        #expect(try folder.text("a.svg") == "before")
        #expect(folder.names.filter { !$0.hasPrefix("drawing.sqlite") } == ["a.svg"])
        #expect(try export("a.svg").status == 0)
        #expect(try folder.text("a.svg").hasPrefix("<?xml"))
    }
}

/// Tests the folder of the kiosk's drawing.
@Suite("State folder", .serialized)
struct StateFolderTests {
    private func run(_ options: [String], environment: [String: String] = [:]) throws -> Program {
        try Program.run(
            ["--display", "headless:376x240", "--no-input"] + options, environment: environment,
            end: .terminate(afterSeconds: 0.1))
    }

    @Test("Without a folder the kiosk draws, and logs once that nothing is saved")
    func none() throws {
        let program = try run([])
        #expect(program.status == 0)
        let line = "the drawing is not saved: no state folder; choose one with --state"
        #expect(program.errors.components(separatedBy: "not saved").count == 2)
        #expect(program.errors.contains(line))
    }

    @Test("With an unusable folder the kiosk draws, and logs the cause")
    func unusable() throws {
        let program = try run(["--state", "/nowhere"])
        #expect(program.status == 0)
        #expect(
            program.errors.contains(
                "the drawing is not saved: /nowhere: the folder does not exist; "
                    + "create it, or choose another with --state"))
        #expect(program.errors.contains("frames=1 "))
    }

    @Test("The drawing is saved in the service manager's folder, or in that of --state")
    func kept() throws {
        let folder = TemporaryFolder(named: "state tests")
        let place = folder.path
        let runs: [(options: [String], environment: [String: String])] = [
            ([], ["STATE_DIRECTORY": place]),
            (["--state", place], ["STATE_DIRECTORY": "/nowhere"]),
        ]
        for run in runs {
            let program = try self.run(run.options, environment: run.environment)
            #expect(program.status == 0)
            #expect(!program.errors.contains("not saved"))
            let store = try DrawingStore(folder: place, access: .readOnly)
            #expect(try store.load().canvas == CGSize(width: 376, height: 240))
        }
    }
}
