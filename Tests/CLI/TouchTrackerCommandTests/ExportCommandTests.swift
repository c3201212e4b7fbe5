import Foundation
import KioskImages
import Testing
import TouchKitGeometry
import TouchTrackerApp
import TouchTrackerStore

private typealias CGPoint = TouchKitGeometry.CGPoint
private typealias CGSize = TouchKitGeometry.CGSize

/// `touchtracker export`, seen from outside.
@Suite("Exporting a drawing", .serialized)
struct ExportCommandTests {
    private let place = FileManager.default.temporaryDirectory
        .appendingPathComponent("export tests \(UUID().uuidString)").path

    init() throws {
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    }

    private static let stroke = StoredStroke(
        id: 1, level: 1, tool: "line", color: "red", width: 10,
        points: [CGPoint(x: 20, y: 30), CGPoint(x: 200, y: 130)])

    /// A drawing of one line on a screen of 320 × 240 points; open as long as it is kept.
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

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(place)/\(name)", encoding: .utf8)
    }

    private func expectFailure(_ program: Program, _ status: Int32, _ line: String) {
        #expect(program.status == status)
        #expect(program.output.isEmpty)
        #expect(program.errors == "touchtracker: \(line)\n")
    }

    private func cleanUp() throws {
        try FileManager.default.removeItem(atPath: place)
    }

    @Test(
        "The stored drawing becomes SVG or PNG by the file's name, also while a kiosk has it open.")
    @MainActor
    func exports() throws {
        let store = try makeDrawing()
        for name in ["a.svg", "a.png", "b.SVG", "b.PnG"] {
            let program = try export(name)
            #expect(program.status == 0)
            #expect(program.output.isEmpty && program.errors.isEmpty)
        }
        #expect(try text("a.svg").contains("viewBox=\"0 0 320 240\""))
        #expect(
            try text("a.svg").contains("<line x1=\"20\" y1=\"30\" x2=\"200\" y2=\"130\" "))
        #expect(try text("b.SVG") == text("a.svg"))
        let picture = try PNGFile.read("\(place)/a.png")
        #expect(picture.width == 320 && picture.height == 240)
        let saved = try SavedDrawing(store)
        let expected = DrawingExport(
            strokes: saved.strokes, size: CGSize(width: 320, height: 240)
        ).bitmap()
        #expect(picture.isEqual(to: expected))
        #expect(picture[110, 80] != 0xFFAA_AAAA)
        try cleanUp()
    }

    @Test("Extent, scale and background can be chosen.")
    func options() throws {
        try makeDrawing()
        let chosen = ["--size", "400x300", "--scale", "2", "--background"]
        #expect(try export("a.png", chosen + ["#102030"]).status == 0)
        let picture = try PNGFile.read("\(place)/a.png")
        #expect(picture.width == 800 && picture.height == 600)
        #expect(picture[799, 599] == 0xFF10_2030)
        #expect(try export("a.svg", chosen + ["none"]).status == 0)
        #expect(try text("a.svg").contains("width=\"800\" height=\"600\" viewBox=\"0 0 400 300\""))
        #expect(try !text("a.svg").contains("<rect"))
        #expect(try export("b.png", ["--background", "none"]).status == 0)
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: "\(place)/b.png")))
        let clear = try #require(PNGDecoder { Issue.record("\($0)") }.decode(bytes))
        #expect(!clear.isOpaque && clear[0, 0] == 0)
        try cleanUp()
    }

    @Test(
        "An empty drawing is an empty picture of its screen, or of 800 × 480 if it was never shown."
    )
    func empty() throws {
        try makeDrawing([])
        #expect(try export("a.png").status == 0)
        let usual = try PNGFile.read("\(place)/a.png")
        #expect(usual.width == 800 && usual.height == 480 && usual[400, 240] == 0xFFAA_AAAA)
        try makeDrawing([.canvas(CGSize(width: 360, height: 640))])
        #expect(try export("a.png").status == 0)
        let own = try PNGFile.read("\(place)/a.png")
        #expect(own.width == 360 && own.height == 640)
        try cleanUp()
    }

    @Test("Where the service manager says where the drawing is, nobody else has to.")
    func environment() throws {
        try makeDrawing()
        #expect(try export("a.svg", environment: ["STATE_DIRECTORY": place]).status == 0)
        #expect(
            try export("b.svg", environment: ["STATE_DIRECTORY": "\(place):/elsewhere"]).status == 0
        )
        let said = try export(
            "c.svg", ["--state", place], environment: ["STATE_DIRECTORY": "/elsewhere"])
        #expect(said.status == 0)
        try cleanUp()
    }

    @Test(
        "Bad usage: one line that names the option and where to look, and status 64.",
        arguments: [
            ["--out", "a.jpg"], ["--out", "png"], ["--out", "a.svg", "--size", "800"],
            ["--out", "a.svg", "--size", "0x480"], ["--out", "a.svg", "--size", "800x480x2"],
            ["--out", "a.svg", "--scale", "9"], ["--out", "a.svg", "--background", "grey"],
            ["--out", "a.svg", "--background", "#12345"], [],
        ])
    func usage(arguments: [String]) throws {
        let program = try Program.run(["export"] + arguments)
        #expect(program.status == 64)
        #expect(program.output.isEmpty)
        #expect(program.errors.split(separator: "\n").count == 1)
        #expect(program.errors.contains(arguments.dropLast().last ?? "--out"))
        #expect(program.errors.contains("touchtracker --help"))
        try cleanUp()
    }

    @Test(
        "A PNG that no memory could hold isn't tried: one line, status 64; as SVG it is no trouble."
    )
    func tooLarge() throws {
        try makeDrawing()
        let huge = ["--size", "16384x16384", "--scale", "8"]
        expectFailure(
            try export("a.png", huge), 64,
            "\(place)/a.png: a PNG of more than 16 million pixels isn't made; "
                + "choose a smaller --size or --scale, or SVG")
        #expect(try export("a.svg", huge).status == 0)
        try cleanUp()
    }

    @Test("No drawing, none that can be read, or a newer one: one line, status 66, no picture.")
    func input() throws {
        expectFailure(
            try Program.run(["export", "--out", "\(place)/a.svg", "--state", "\(place)/no"]), 66,
            "\(place)/no: there is no such folder; make it, or choose another with --state")
        let file = "\(place)/drawing.sqlite"
        expectFailure(
            try export("a.svg"), 66,
            "\(file): no drawing was stored there; choose the drawing's folder with --state")
        try makeDrawing()
        var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
        // The schema's version in the file's header (sqlite.org/fileformat2.html, 1.3).
        bytes[63] = 7
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        expectFailure(
            try export("a.svg"), 66,
            "\(file): a newer version of touchtracker wrote it (schema 7, this one knows 2); "
                + "use that version, or move it away")
        try Data(repeating: 0x41, count: 4_096).write(to: URL(fileURLWithPath: file))
        expectFailure(
            try export("a.svg"), 66,
            "\(file): it isn't a database; move it away, or choose another folder with --state")
        #expect(!FileManager.default.fileExists(atPath: "\(place)/a.svg"))
        try cleanUp()
    }

    @Test(
        "What could never have been drawn is left out and named, with what to do about it.",
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
                == "\(place)/drawing.sqlite: stroke 1 makes no sense and is left out; "
                + "mend or delete what is stored there with sqlite3\n")
        #expect(try text("a.svg").components(separatedBy: "<line").count == 2)
        try cleanUp()
    }

    @Test("Where the picture can't be written: one line, status 74, and what was there stays.")
    func output() throws {
        try makeDrawing()
        expectFailure(
            try export("no/a.svg"), 74,
            "\(place)/no/a.svg: it can't be written: No such file or directory; "
                + "choose another place, or make room")
        try "before".write(toFile: "\(place)/a.svg", atomically: true, encoding: .utf8)
        // A file that may not grow: the disk refuses in the middle.
        let script = "trap '' XFSZ; ulimit -f 0; exec \"$@\""
        let program = try Program.run(
            ["-c", script, "sh", try Program.path, "export", "--out", "\(place)/a.svg"]
                + ["--state", place], executable: "/bin/sh")
        expectFailure(
            program, 74,
            "\(place)/a.svg: it can't be written: File too large; "
                + "choose another place, or make room")
        #expect(try text("a.svg") == "before")
        let names = try FileManager.default.contentsOfDirectory(atPath: place)
        #expect(names.filter { !$0.hasPrefix("drawing.sqlite") } == ["a.svg"])
        #expect(try export("a.svg").status == 0)
        #expect(try text("a.svg").hasPrefix("<?xml"))
        try cleanUp()
    }
}

/// Where the kiosk keeps the drawing.
@Suite("Keeping the drawing", .serialized)
struct StateFolderTests {
    private func run(_ options: [String], environment: [String: String] = [:]) throws -> Program {
        try Program.run(
            ["--display", "headless:376x240", "--no-input"] + options, environment: environment,
            end: .terminate(afterSeconds: 0.1))
    }

    @Test("Without a folder it draws and says that nothing is saved, in one line.")
    func none() throws {
        let program = try run([])
        #expect(program.status == 0)
        let line = "the drawing isn't saved: no folder for it is known; name one with --state"
        #expect(program.errors.components(separatedBy: "isn't saved").count == 2)
        #expect(program.errors.contains(line))
    }

    @Test("Where it can't be kept it draws, too, and says why.")
    func unusable() throws {
        let program = try run(["--state", "/nowhere"])
        #expect(program.status == 0)
        #expect(
            program.errors.contains(
                "the drawing isn't saved: /nowhere: there is no such folder; "
                    + "make it, or choose another with --state"))
        #expect(program.errors.contains("frames=1 "))
    }

    @Test("It keeps the drawing where the service manager says, or where it is told to.")
    func kept() throws {
        let place = FileManager.default.temporaryDirectory
            .appendingPathComponent("state tests \(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        let runs: [(options: [String], environment: [String: String])] = [
            ([], ["STATE_DIRECTORY": place]),
            (["--state", place], ["STATE_DIRECTORY": "/nowhere"]),
        ]
        for run in runs {
            let program = try self.run(run.options, environment: run.environment)
            #expect(program.status == 0)
            #expect(!program.errors.contains("isn't saved"))
            let store = try DrawingStore(folder: place, access: .readOnly)
            #expect(try SavedDrawing(store).canvas == CGSize(width: 376, height: 240))
        }
        try FileManager.default.removeItem(atPath: place)
    }
}
