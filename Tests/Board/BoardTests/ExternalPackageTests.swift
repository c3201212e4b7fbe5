import Foundation
import Testing
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// Apps in separate packages that use only this package's products.
@Suite("Apps in external packages", .serialized, .requiresBoard)
struct ExternalPackageTests {
    /// The build folder of the board programs, in which TouchKit and KioskRuntime are compiled
    /// already.
    private static let builds = Repository.root.appendingPathComponent(".build-board").path

    /// Names that an app's own targets commonly have. Target names are global in a package graph,
    /// so this package must use none of them.
    private static let commonNames = [
        "Store", "Text", "Input", "Display", "Linux", "YAML", "Raster", "Geometry", "Touch",
        "CSQLite", "CYAML", "CPNG", "CFreeType",
    ]

    private static let manifest = """
        // swift-tools-version: 6.0
        import PackageDescription
        let names = [\(commonNames.map { "\"\($0)\"" }.joined(separator: ", "))]
        let package = Package(
            name: "External",
            dependencies: [.package(name: "TouchTracker", path: "\(Repository.root.path)")],
            targets: names.map { .target(name: $0) } + [
                .executableTarget(
                    name: "external",
                    dependencies: names.map { .target(name: $0) } + [
                        .product(name: "TouchKit", package: "TouchTracker"),
                        .product(name: "KioskRuntime", package: "TouchTracker"),
                    ])
            ])
        """

    private static let app = """
        import KioskRuntime
        import TouchKit

        final class LampView: UIView {
            override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { backgroundColor = .yellow }
        }
        @main final class LampDelegate: UIApplicationDelegate {
            let window = UIWindow(frame: UIScreen.main.bounds)
            func application(_ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
                window.addSubview(LampView(frame: window.bounds))
                window.makeKeyAndVisible()
                return true
            }
        }
        """

    @Test("An app of fourteen lines beside targets with common names boots, without code of Lab")
    func fourteenLines() throws {
        #expect(Self.app.components(separatedBy: "\n").count == 14)
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("external-\(ProcessInfo.processInfo.processIdentifier)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let sources = folder.appendingPathComponent("Sources/external")
        try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
        try Self.manifest.write(
            to: folder.appendingPathComponent("Package.swift"), atomically: true, encoding: .utf8)
        try Self.app.write(
            to: sources.appendingPathComponent("App.swift"), atomically: true, encoding: .utf8)
        for name in Self.commonNames {
            let target = folder.appendingPathComponent("Sources/\(name)")
            try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
            try "struct \(name)Content {}\n".write(
                to: target.appendingPathComponent("Content.swift"), atomically: true,
                encoding: .utf8)
        }
        let program = try build("external", of: folder)
        // Mangled names contain the module's name after its length: $s8LabRobot….
        let symbols = try runTool(["nm", program])
        #expect(symbols.contains("12KioskRuntime"))
        #expect(symbols.firstMatch(of: /\$s\d+Lab[A-Z]/) == nil)
        let image = try VirtualBoard.buildImage(program: program)
        let board = try VirtualBoard.boot(VirtualBoard.Options(image: image))
        // The app's window is black at first, like QEMU's screen, so only the service shows
        // readiness.
        try board.waitForTouchscreen()
        try board.down(0, x: 400, y: 240)
        try board.waitForPicture { $0.count(of: 0xFFFF00) == 800 * 480 }
    }

    @Test("The template app passes its tests, boots, and its cards can be dragged and turned over")
    func template() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("cards-\(ProcessInfo.processInfo.processIdentifier)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.copyItem(
            at: Repository.root.appendingPathComponent("docs/template"), to: folder)
        let manifest = folder.appendingPathComponent("Package.swift")
        let text = try String(contentsOf: manifest, encoding: .utf8)
        #expect(text.contains(#"path: "../..""#))
        try text.replacingOccurrences(
            of: #"path: "../..""#, with: #"path: "\#(Repository.root.path)""#
        ).write(to: manifest, atomically: true, encoding: .utf8)
        // Error messages contain only the standard error stream.
        try runTool([
            "sh", "-c", #"swift test "$@" >&2"#, "sh", "--package-path", folder.path,
            "--scratch-path", Self.builds, "-Xswiftc", "-warnings-as-errors",
        ])
        let program = try build("cards-app", of: folder)
        let image = try VirtualBoard.buildImage(program: program)
        let board = try VirtualBoard.boot(VirtualBoard.Options(image: image))
        try board.waitForPicture { $0.count(of: 0x00FF00) > 800 * 400 - 70_000 }
        // The touchscreen may be found after the first frame.
        try board.waitForTouchscreen()
        // The text uses an antialiased system font; the built-in font would only have black and
        // green.
        try board.waitForPicture { picture in
            let letters = (16..<48).flatMap { y in (40..<440).map { picture[$0, y] } }
            return letters.contains(0) && Set(letters).count > 20
        }
        // A double tap on the first card, then a drag to the lower right.
        for _ in 1...2 {
            try board.tap(x: 100, y: 150)
        }
        try board.waitForPicture { $0.count(of: 0xFF0000) == 120 * 180 }
        try board.down(0, x: 100, y: 150)
        // At fractional positions the card's edges are antialiased.
        for step in 1...10 { try board.move(0, x: 100 + 40 * step, y: 150 + 15 * step) }
        try board.up(0)
        try board.waitForPicture { picture in
            picture.count(of: 0xFF0000) >= 119 * 179 && picture[490, 300] == 0xFF0000
        }
    }

    /// Builds a program of the package in a folder, with symbols, and returns its path.
    private func build(_ product: String, of folder: URL) throws -> String {
        try runTool([
            Repository.root.appendingPathComponent("scripts/board/build-program").path,
            "--package", folder.path, "--builds", Self.builds, "--symbols", product,
        ])
    }
}
