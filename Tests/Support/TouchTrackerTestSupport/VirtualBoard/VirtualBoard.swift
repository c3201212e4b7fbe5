import Foundation

/// A driver for a board that runs in QEMU: boots it, sends touches, takes screenshots and stops it.
///
/// `scripts/virtual-board` builds and runs the machine. The board runs in real time. A driver must
/// not be used by several threads at once.
package final class VirtualBoard {
    /// The options with which a board is started.
    package struct Options {
        /// The image: a directory made by `scripts/virtual-board build`, or a file made by
        /// `scripts/image`.
        package var image: String
        /// The architecture of the image: `amd64` or `arm64`.
        package var architecture = "amd64"
        /// Whether the machine is QEMU's Raspberry Pi 3, which has an SD card but no display,
        /// touchscreen or shell.
        package var isRaspberryPi = false
        /// Whether the machine has a hardware watchdog, which systemd keeps alive.
        package var hasWatchdog = false
        /// The width of the display, in pixels.
        package var displayWidth = 800
        /// The height of the display, in pixels.
        package var displayHeight = 480
        /// Additions to the kernel's command line.
        package var kernelArguments: [String] = []
        /// A disk that keeps all writes, or `nil` for the image's disk, whose writes are discarded.
        package var disk: BoardDisk?
        /// Whether a snapshot of the board can be saved.
        var isFreezable = false
        /// The directory of the snapshot from which the board continues, or `nil` to boot.
        var frozen: String?

        /// Creates the default options for an image.
        package init(image: String) {
            self.image = image
        }
    }

    /// The directory of the board's sockets and logs.
    package let stateDirectory: String
    /// The width of the display, in pixels.
    package internal(set) var displayWidth: Int
    /// The height of the display, in pixels.
    package internal(set) var displayHeight: Int

    /// The connection to QEMU's monitor.
    let monitor: QMPConnection
    /// The tracking ids of the contacts that are down, by slot.
    var trackingIDs: [Int: Int] = [:]
    /// The tracking id of the newest contact.
    var lastTrackingID = 0
    /// The earliest time at which the next touch frame may be sent.
    var nextFrame = Deadline(afterSeconds: 0)
    /// The new lines of QEMU's log.
    var emulatorLog: LogFollower
    /// Whether this driver has set the size of the display through VNC.
    var hasSetScreenSize = false
    private var shellIfOpen: SerialShell?
    private let ownsBoard: Bool
    /// Whether the state directory contains a snapshot, which other boards need.
    var isSnapshot = false

    /// Connects to the board that `scripts/virtual-board start --state DIRECTORY` runs.
    ///
    /// The board continues to run when the driver is deallocated.
    package convenience init(stateDirectory: String) throws(VirtualBoardError) {
        try self.init(stateDirectory: stateDirectory, ownsBoard: false)
    }

    private init(stateDirectory: String, ownsBoard: Bool) throws(VirtualBoardError) {
        let sizePath = "\(stateDirectory)/display-size"
        guard let size = try? String(contentsOfFile: sizePath, encoding: .utf8) else {
            throw VirtualBoardError("no board is running in \(stateDirectory)")
        }
        let numbers = size.trimmingCharacters(in: .newlines).split(separator: "x").compactMap {
            Int($0)
        }
        guard numbers.count == 2 else {
            throw VirtualBoardError("\(sizePath): invalid display size")
        }
        displayWidth = numbers[0]
        displayHeight = numbers[1]
        self.stateDirectory = stateDirectory
        self.ownsBoard = ownsBoard
        emulatorLog = LogFollower(path: "\(stateDirectory)/qemu.log")
        monitor = try QMPConnection(path: "\(stateDirectory)/qmp")
    }

    deinit {
        if ownsBoard, !isSnapshot { try? stop() }
    }

    /// Builds an image whose kiosk is `program`, and returns the image's directory.
    ///
    /// Takes seconds if the rest of the image is cached, minutes otherwise.
    package static func buildImage(
        program: String, architecture: String = "amd64"
    ) throws(VirtualBoardError) -> String {
        try runScript(["build", "--arch", architecture, "--app", program])
    }

    /// Starts a board, and returns immediately, long before the board shows a picture.
    ///
    /// The board ends with the returned object, or with this process.
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

    /// Ends the board as by a power cut, and removes the state directory of a board started by this
    /// driver.
    package func stop() throws(VirtualBoardError) {
        try Self.runScript(["stop", stateDirectory])
        if ownsBoard { try? FileManager.default.removeItem(atPath: stateDirectory) }
    }

    /// Returns the board's serial root shell, and waits for it if the board is still booting.
    func openShell() throws(VirtualBoardError) -> SerialShell {
        if let shellIfOpen { return shellIfOpen }
        let shell = try SerialShell(path: "\(stateDirectory)/shell", timeoutSeconds: 60)
        shellIfOpen = shell
        return shell
    }

    /// Closes the shell's connection, because the board reboots.
    func discardShell() { shellIfOpen = nil }

    /// Runs `scripts/virtual-board`, and returns its standard output.
    @discardableResult
    static func runScript(_ arguments: [String]) throws(VirtualBoardError) -> String {
        let script = Repository.root.appendingPathComponent("scripts/virtual-board").path
        return try runTool([script] + arguments)
    }
}
