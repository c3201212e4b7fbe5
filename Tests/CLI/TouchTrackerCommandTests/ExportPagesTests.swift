import Foundation
import KioskImages
import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerStore
import TouchTrackerTestSupport

/// Tests `touchtracker export --page` and `--all` from outside.
@Suite("Export of pages", .serialized)
struct ExportPagesTests {
    private let folder = TemporaryFolder(named: "export pages")
    private var place: String { folder.path }
    private var state: String { "\(place)/state" }
    private var output: String { "\(place)/out" }

    init() throws {
        for name in ["state", "out"] { try folder.makeFolder(name) }
    }

    /// Stores pages, each with one line that ends at 10 times its number.
    private func makePages(_ numbers: [Int], shown: Int? = nil) throws {
        let pages = DrawingPages(folder: state)
        for number in numbers {
            let folder = pages.folder(of: number)
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            let store = try DrawingStore(folder: folder, access: .readWrite)
            let stroke = StoredStroke(
                id: 1, level: 1, tool: "line", color: "red", width: 4,
                points: [
                    TouchKitGeometry.CGPoint(x: 1, y: 1),
                    TouchKitGeometry.CGPoint(x: Double(10 * number), y: 1),
                ])
            try store.apply([
                .canvas(TouchKitGeometry.CGSize(width: 320, height: 240)), .put([stroke]),
            ])
        }
        if let shown { try pages.setShown(shown) }
    }

    private func export(_ out: String, _ options: String...) throws -> Program {
        try Program.run(["export", "--out", out, "--state", state] + options)
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: output).sorted()
    }

    /// Returns the number of the page in an SVG file.
    private func page(in file: String) throws -> Int? {
        let text = try folder.text("out/\(file)")
        let end = text.components(separatedBy: "x2=\"").last?.prefix { $0 != "\"" }
        return end.flatMap { Int($0) }.map { $0 / 10 }
    }

    @Test("The shown page is exported by default, another one with --page")
    func onePage() throws {
        try makePages([1, 2, 7], shown: 2)
        #expect(try export("\(output)/a.svg").status == 0)
        #expect(try page(in: "a.svg") == 2)
        #expect(try export("\(output)/a.svg", "--page", "7").status == 0)
        #expect(try page(in: "a.svg") == 7)
        #expect(try export("\(output)/a.svg", "--page", "1").status == 0)
        #expect(try page(in: "a.svg") == 1)
    }

    @Test("A page that does not exist is an error that names the pages")
    func missingPage() throws {
        try makePages([1, 2, 3, 7])
        expectFailure(
            try export("\(output)/a.svg", "--page", "4"), 66,
            "\(state): there is no page 4; use one of: 1 to 3, 7")
        #expect(try names() == [])
    }

    @Test("All pages get files of their own, in a folder or beside each other")
    func allPages() throws {
        try makePages([1, 2, 7], shown: 2)
        // A page whose drawing was never created is not exported.
        try folder.makeFolder("state/page-5")
        let program = try export(output, "--all")
        #expect(program.status == 0 && program.output.isEmpty && program.errors.isEmpty)
        #expect(try names() == ["page-1.svg", "page-2.svg", "page-7.svg"])
        for number in [1, 2, 7] { #expect(try page(in: "page-\(number).svg") == number) }
        #expect(try export("\(output)/my.drawing.PNG", "--all", "--scale", "2").status == 0)
        #expect(
            try names().filter { $0.hasPrefix("my") }
                == ["my.drawing-1.PNG", "my.drawing-2.PNG", "my.drawing-7.PNG"])
        let picture = try PNGFile.read("\(output)/my.drawing-7.PNG")
        #expect(picture.width == 640 && picture.height == 480)
        #expect(picture[130, 2] != 0xFFFF_FFFF && picture[160, 2] == 0xFFFF_FFFF)
    }

    @Test("If one page cannot be read, no file is created or replaced")
    func unreadablePage() throws {
        try makePages([1, 2, 3])
        try folder.write("before", to: "out/page-1.svg")
        let file = "\(state)/page-3/drawing.sqlite"
        for name in ["drawing.sqlite-wal", "drawing.sqlite-shm"] {
            try? FileManager.default.removeItem(atPath: "\(state)/page-3/\(name)")
        }
        try Data(repeating: 0x41, count: 4_096).write(to: URL(fileURLWithPath: file))
        let program = try export(output, "--all")
        #expect(program.status == 66 && program.errors.contains("\(file): not a database"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: output) == ["page-1.svg"])
        #expect(try folder.text("out/page-1.svg") == "before")
    }

    @Test("If one file cannot be written, no file is created")
    func unwritableFile() throws {
        try makePages([1, 2, 3])
        try folder.makeFolder("out/page-2.svg")
        let program = try export(output, "--all")
        #expect(program.status == 74)
        #expect(program.errors.hasPrefix("touchtracker: \(output)/page-2.svg: cannot write: "))
        let tooLarge = try export(
            "\(output)/a.png", "--all", "--size", "16384x16384", "--scale", "8")
        #expect(tooLarge.status == 64)
        #expect(tooLarge.errors.hasPrefix("touchtracker: \(output)/a-1.png: a PNG can have"))
        #expect(try names() == ["page-2.svg"])
        expectFailure(
            try export("\(place)/no", "--all"), 74,
            "\(place)/no: no such folder; "
                + "create it, or use a file name that ends in .svg or .png")
        let folder = "\(place)/no/a.svg"
        #expect(try export(folder, "--all").errors.contains("/no/a-1.svg: cannot write: No such"))
    }

    @Test("The hidden folder of a killed process is removed")
    func abandonedFiles() throws {
        try makePages([1, 2])
        try folder.write("part", to: "out/.touchtracker-files-999999999/0")
        #expect(try export("\(output)/a.svg", "--all").status == 0)
        #expect(try names() == ["a-1.svg", "a-2.svg"])
    }

    @Test("Without a drawing the error is that of page 1")
    func noDrawing() throws {
        expectFailure(
            try export(output, "--all"), 66,
            "\(state)/drawing.sqlite: no drawing is stored there; "
                + "choose the drawing's folder with --state")
    }
}
