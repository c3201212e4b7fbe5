import Foundation

/// A board that runs in QEMU: booted, touched, looked at and stopped from outside.
///
/// `scripts/virtual-board` makes and runs the machine; this is its driver, for tests and scripts.
/// All it does happens in real time. Not for several threads.
package final class VirtualBoard {
    /// What a board to be booted is like.
    package struct Options {
        /// The directory of an image that `scripts/virtual-board build` made, or a file that `scripts/image`
        /// made.
        package var image: String
        /// The architecture of the image.
        package var architecture = "amd64"
        /// Whether it is QEMU's Raspberry Pi 3, which has a card, and no screen, touch panel or shell.
        package var isRaspberryPi = false
        /// Whether it has a hardware watchdog, which its systemd feeds.
        package var hasWatchdog = false
        /// The size of its screen, in pixels.
        package var displayWidth = 800
        /// The size of its screen, in pixels.
        package var displayHeight = 480
        /// What the kernel is told beside the usual.
        package var kernelArguments: [String] = []
        /// A disk that keeps what the board writes; that of the image, which doesn't, if nil.
        package var disk: BoardDisk?
        /// Whether it may be frozen.
        var isFreezable = false
        /// Where a board was frozen that this one goes on as.
        var frozen: String?

        package init(image: String) {
            self.image = image
        }
    }

    /// Where the board's sockets and logs are.
    package let stateDirectory: String
    /// The size of its screen, in pixels.
    package internal(set) var displayWidth: Int
    /// The size of its screen, in pixels.
    package internal(set) var displayHeight: Int

    let monitor: QMPConnection
    /// Tracking ids of the fingers that are down, by slot.
    var trackingIDs: [Int: Int] = [:]
    var lastTrackingID = 0
    var nextFrame = Deadline(afterSeconds: 0)
    var emulatorLog: GrowingFile
    /// Whether QEMU was told a size of the screen since it began.
    var hasToldScreenSize = false
    private var shellIfOpen: SerialShell?
    private let ownsBoard: Bool
    /// Whether it was frozen: others go on from what is in its directory.
    var isKept = false

    /// Connects to the board that `scripts/virtual-board start --state DIRECTORY` runs.
    ///
    /// It runs on when the driver ends.
    package convenience init(stateDirectory: String) throws(VirtualBoardError) {
        try self.init(stateDirectory: stateDirectory, ownsBoard: false)
    }

    private init(stateDirectory: String, ownsBoard: Bool) throws(VirtualBoardError) {
        let sizePath = "\(stateDirectory)/display-size"
        guard let size = try? String(contentsOfFile: sizePath, encoding: .utf8) else {
            throw VirtualBoardError("no board runs in \(stateDirectory)")
        }
        let numbers = size.trimmingCharacters(in: .newlines).split(separator: "x").compactMap {
            Int($0)
        }
        guard numbers.count == 2 else { throw VirtualBoardError("\(sizePath): no size") }
        displayWidth = numbers[0]
        displayHeight = numbers[1]
        self.stateDirectory = stateDirectory
        self.ownsBoard = ownsBoard
        emulatorLog = GrowingFile(path: "\(stateDirectory)/qemu.log")
        monitor = try QMPConnection(path: "\(stateDirectory)/qmp")
    }

    deinit {
        if ownsBoard, !isKept { try? stop() }
    }

    /// Makes an image that boots into `program`, and returns its directory.
    ///
    /// Quick when all but the program has been made before.
    package static func buildImage(
        program: String, architecture: String = "amd64"
    ) throws(VirtualBoardError) -> String {
        try runScript(["build", "--arch", architecture, "--app", program])
    }

    /// Starts a board and returns at once, long before it shows anything.
    ///
    /// It ends with this process at the latest.
    package static func boot(_ options: Options) throws(VirtualBoardError) -> VirtualBoard {
        var arguments = [
            "start", "--image", options.image, "--arch", options.architecture,
            "--display-size", "\(options.displayWidth)x\(options.displayHeight)",
            "--append", options.kernelArguments.joined(separator: " "),
            "--owner", "\(ProcessInfo.processInfo.processIdentifier)",
        ]
        if let disk = options.disk { arguments += ["--disk", disk.path] }
        if options.isRaspberryPi { arguments += ["--machine", "raspi3b"] }
        if options.hasWatchdog { arguments.append("--watchdog") }
        if options.isFreezable { arguments.append("--freezable") }
        if let frozen = options.frozen { arguments += ["--thaw", frozen] }
        let state = try runScript(arguments)
        return try VirtualBoard(stateDirectory: state, ownsBoard: true)
    }

    /// Switches the board off, as by pulling its plug.
    package func stop() throws(VirtualBoardError) {
        try Self.runScript(["stop", stateDirectory])
        if ownsBoard { try? FileManager.default.removeItem(atPath: stateDirectory) }
    }

    /// The board's serial root shell, waited for if it does not answer yet.
    func openShell() throws(VirtualBoardError) -> SerialShell {
        if let shellIfOpen { return shellIfOpen }
        let shell = try SerialShell(path: "\(stateDirectory)/shell", timeoutSeconds: 60)
        shellIfOpen = shell
        return shell
    }

    /// Lets the shell go: the next one is of a board that boots.
    func forgetShell() { shellIfOpen = nil }

    /// Runs scripts/virtual-board and returns what it printed.
    @discardableResult
    static func runScript(_ arguments: [String]) throws(VirtualBoardError) -> String {
        let script = Repository.root.appendingPathComponent("scripts/virtual-board").path
        return try runTool([script] + arguments)
    }
}
