import Foundation
import Testing
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// The package of an app in a Swift package of its own, on a plain Debian system.
@Suite("Package of an app", .serialized, .requiresDebian)
struct AppPackageTests {
    private let folder = TemporaryFolder()
    private var app: URL { URL(fileURLWithPath: folder.path).appendingPathComponent("cards") }

    /// Copies the template, and adds a resource and a unit drop-in.
    private func writeApp() throws {
        try FileManager.default.copyItem(
            at: Repository.root.appendingPathComponent("docs/template"), to: app)
        let manifest = app.appendingPathComponent("Package.swift")
        try String(contentsOf: manifest, encoding: .utf8)
            .replacingOccurrences(
                of: #"path: "../..""#, with: #"path: "\#(Repository.root.path)""#
            ).replacingOccurrences(
                of: #"path: "Sources/CardsApp","#,
                with: #"path: "Sources/CardsApp", resources: [.copy("Resources")],"#
            ).write(to: manifest, atomically: true, encoding: .utf8)
        try write("Sources/CardsApp/Resources/rules.txt", "Turn over two cards.\n")
        try write(
            "package/rootfs/usr/lib/systemd/system/cards-app.service.d/network.conf",
            "[Service]\nIPAddressDeny=\n")
    }

    private func write(_ path: String, _ text: String) throws {
        let file = app.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    private func script(_ name: String, _ arguments: String...) throws -> String {
        let path = Repository.root.appendingPathComponent("scripts/\(name)").path
        return try runTool([path] + arguments)
    }

    private func boot(_ image: String, _ disk: BoardDisk) throws -> VirtualBoard {
        let board = try VirtualBoard.boot(VirtualBoard.Options(image: image, disk: disk))
        try board.shell("true")
        return board
    }

    @Test("The package of the template starts into the app; its removal restores the console")
    func template() throws {
        try writeApp()
        let package = try script("package", "--arch", "amd64", "--app", app.path)
        #expect(package == "\(app.path)/.build-package/cards-app_1.0_amd64.deb")
        let image = try script("virtual-board", "build", "--package", package)
        let disk = try BoardDisk(copying: image, name: "app")

        var board = try boot(image, disk)
        let targetBefore = try board.shell("systemctl get-default")
        let apt = "DEBIAN_FRONTEND=noninteractive apt-get -q -y"
        try board.shell(
            "apt-get -q update && \(apt) install /root/touchtracker.deb", timeoutSeconds: 900)
        #expect(try board.shell("systemctl get-default") == "cards-app.target")
        try board.powerOff()

        board = try boot(image, disk)
        try board.waitForPicture { $0.count(of: 0x00FF00) > 800 * 400 - 70_000 }
        try expectAppSystem(board)
        try expectUsableOptions(board)

        try board.shell("\(apt) purge cards-app", timeoutSeconds: 900)
        #expect(targetBefore != "cards-app.target")
        #expect(try board.shell("systemctl get-default") == targetBefore)
        #expect(
            try board.shell(
                "find /etc /usr /var/lib/misc -name '*cards-app*' -not -path '*/timers/*'") == "")
        try board.powerOff()
    }

    /// Expects the app's process, resource, drop-in and status.
    private func expectAppSystem(_ board: VirtualBoard) throws {
        #expect(
            try board.shell("stat -c %U /proc/$(systemctl show -P MainPID cards-app)")
                == "cards-app")
        #expect(try board.failedUnits() == "")
        #expect(try board.shell("systemctl show -P IPAddressDeny cards-app") == "")
        #expect(
            try board.shell("cat /usr/lib/cards-app/Cards_cards-app.resources/Resources/rules.txt")
                == "Turn over two cards.")
        #expect(try board.shell("cards-app status").hasPrefix("cards-app 1.0: up "))
        #expect(try board.shell("cards-app devices").contains("->"))
    }

    /// Expects that options of the service apply, and that invalid ones do not stop it.
    private func expectUsableOptions(_ board: VirtualBoard) throws {
        // At scale 2, the third card is cut off at the edge of the screen.
        for (options, cards) in [("--scale 2", 320 * 180 * 4), ("--scale 99", 360 * 180)] {
            try board.shell("echo 'OPTIONS=\"\(options)\"' >/etc/default/cards-app")
            try board.shell("systemctl restart cards-app")
            try board.waitForPicture { abs($0.count(of: 0x555555) - cards) < cards / 10 }
        }
        #expect(
            try board.shell("journalctl -b -u cards-app").contains("starting without options"))
    }
}
