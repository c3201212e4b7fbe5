import Foundation
import Testing
import TouchTrackerTestSupport

/// An app of somebody else, in a package of its own: the products are all it has.
@Suite(
    "A stranger's app", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfMissing))
struct StrangersAppTests {
    /// Both packages are built here, so that TouchKit and the kiosk are built once.
    private static let builds = Repository.root.appendingPathComponent(".build/strangers").path

    private static let manifest = """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
            name: "Stranger",
            dependencies: [.package(name: "TouchTracker", path: "\(Repository.root.path)")],
            targets: [
                .executableTarget(name: "stranger", dependencies: [
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
        final class LampDelegate: UIApplicationDelegate {
            let window = UIWindow(frame: UIScreen.main.bounds)
            func application(_ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
                window.addSubview(LampView(frame: window.bounds))
                window.makeKeyAndVisible()
                return true
            }
        }
        @main struct App { static func main() throws { try Kiosk.run(LampDelegate.self) } }
        """

    @Test("Fifteen lines in a package outside are an app that boots and answers a touch.")
    func fifteenLines() throws {
        #expect(Self.app.components(separatedBy: "\n").count == 15)
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("stranger-\(ProcessInfo.processInfo.processIdentifier)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let sources = folder.appendingPathComponent("Sources/stranger")
        try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
        try Self.manifest.write(
            to: folder.appendingPathComponent("Package.swift"), atomically: true, encoding: .utf8)
        try Self.app.write(
            to: sources.appendingPathComponent("App.swift"), atomically: true, encoding: .utf8)
        try build(folder)
        let program = "\(Self.builds)/release/stranger"
        let image = try VirtualBoard.buildImage(program: program)
        let board = try VirtualBoard.boot(VirtualBoard.Options(image: image))
        // Its window is black until it is touched, as QEMU's screen is: what tells is the service.
        try board.waitForTouch()
        try board.down(0, x: 400, y: 240)
        try board.waitForPicture(timeoutSeconds: 15) { $0.count(of: 0xFFFF00) == 800 * 480 }
        try board.stop()
    }

    @Test("The template passes its tests, boots, and its cards can be dragged and turned over.")
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
        try swift([
            "test", "--package-path", folder.path, "--scratch-path", Self.builds,
            "-Xswiftc", "-warnings-as-errors",
        ])
        try build(folder)
        let program = "\(Self.builds)/release/cards-app"
        let image = try VirtualBoard.buildImage(program: program)
        let board = try VirtualBoard.boot(VirtualBoard.Options(image: image))
        try board.waitForPicture(timeoutSeconds: 60) { $0.count(of: 0x00FF00) > 800 * 400 - 70_000 }
        // The picture comes first, the touch panel by hotplug.
        try board.waitForTouch()
        // The advice is in the system's font: letters of dots would be black and green alone.
        try board.waitForPicture(timeoutSeconds: 15) { picture in
            let letters = (16..<48).flatMap { y in (40..<440).map { picture[$0, y] } }
            return letters.contains(0) && Set(letters).count > 20
        }
        // The first card: a double tap, then a drag to the lower right.
        for _ in 1...2 {
            try board.down(0, x: 100, y: 150)
            try board.up(0)
        }
        try board.waitForPicture(timeoutSeconds: 15) { $0.count(of: 0xFF0000) == 120 * 180 }
        try board.down(0, x: 100, y: 150)
        // Between pixels a card's edges are soft.
        for step in 1...10 { try board.move(0, x: 100 + 40 * step, y: 150 + 15 * step) }
        try board.up(0)
        try board.waitForPicture(timeoutSeconds: 15) { picture in
            picture.count(of: 0xFF0000) >= 119 * 179 && picture[490, 300] == 0xFF0000
        }
        try board.keepScreenshot("cards")
        try board.stop()
    }

    private func build(_ folder: URL) throws {
        try swift([
            "build", "-c", "release", "--static-swift-stdlib", "--package-path", folder.path,
            "--scratch-path", Self.builds, "-Xswiftc", "-warnings-as-errors",
        ])
    }

    private func swift(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["swift"] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let said = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(said)")
    }
}
