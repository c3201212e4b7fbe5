import Foundation
import TouchTrackerTestSupport

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
        /// The display's driver: `virtio-gpu`, `vkms`, `bochs` or `simpledrm`.
        package var display = "virtio-gpu"
        /// The width of the display, in pixels.
        package var displayWidth = 800
        /// The height of the display, in pixels.
        package var displayHeight = 480
        /// Additions to the kernel's command line.
        package var kernelArguments: [String] = []
        /// A disk that keeps all writes, or `nil` for the image's disk, whose writes are discarded.
        package let disk: BoardDisk?
        /// Whether a snapshot of the board can be saved.
        var isFreezable = false
        /// The directory of the snapshot from which the board continues, or `nil` to boot.
        var frozen: String?

        /// Creates the default options for an image, with the image's disk or another one.
        package init(image: String, disk: BoardDisk? = nil) {
            self.image = image
            self.disk = disk
        }
    }

    /// The directory of the board's sockets and logs.
    package let stateDirectory: String
    /// The process id of the emulator.
    let emulatorProcess: String
    /// The width of the display, in pixels.
    package internal(set) var displayWidth: Int
    /// The height of the display, in pixels.
    package internal(set) var displayHeight: Int

    /// The time in which the emulator could run, which limits all waiting.
    let clock: EmulatorClock
    /// The connection to QEMU's monitor.
    let monitor: QMPConnection
    /// The tracking ids of the contacts that are down, by slot.
    var trackingIDs: [Int: Int] = [:]
    /// The tracking id of the newest contact.
    var lastTrackingID = 0
    /// Whether this driver has set the size of the display through VNC.
    var hasSetScreenSize = false
    /// The new lines of QEMU's log.
    var emulatorLog: LogFollower
    private var shellIfOpen: SerialShell?
    private let ownsBoard: Bool
    /// Whether the state directory contains a snapshot, which other boards need.
    var isSnapshot = false

    /// Connects to the board that `scripts/virtual-board start --state DIRECTORY` runs.
    ///
    /// The board continues to run when the driver is deallocated.
    package convenience init(stateDirectory: String) throws {
        try self.init(stateDirectory: stateDirectory, ownsBoard: false)
    }

    private init(stateDirectory: String, ownsBoard: Bool) throws {
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
        let process = try String(contentsOfFile: "\(stateDirectory)/pid", encoding: .utf8)
        emulatorProcess = process.trimmingCharacters(in: .newlines)
        clock = EmulatorClock(process: emulatorProcess)
        monitor = try QMPConnection(path: "\(stateDirectory)/qmp", clock: clock)
    }

    deinit {
        if ownsBoard, !isSnapshot { try? stop() }
    }

    /// Builds an image whose kiosk is `program`, and returns the image's directory.
    ///
    /// Takes seconds if the rest of the image is cached, minutes otherwise.
    package static func buildImage(program: String) throws -> String {
        try runScript(["build", "--app", program])
    }

    /// Starts a board, and returns immediately, long before the board shows a picture.
    ///
    /// The board ends with the returned object, or with this process.
    package static func boot(_ options: Options) throws -> VirtualBoard {
        var arguments = [
            "start", "--image", options.image, "--arch", options.architecture,
            "--display", options.display,
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
    package func stop() throws {
        try Self.runScript(["stop", stateDirectory])
        if ownsBoard { try? FileManager.default.removeItem(atPath: stateDirectory) }
    }

    /// Returns the board's serial root shell, and waits for it if the board is still booting.
    func openShell() throws -> SerialShell {
        if let shellIfOpen { return shellIfOpen }
        let shell = try SerialShell(path: "\(stateDirectory)/shell", clock: clock)
        shellIfOpen = shell
        return shell
    }

    /// Resets the board as by a power cut; the disk keeps its content.
    ///
    /// Returns immediately, long before the board shows a picture.
    package func restart() throws {
        // By default a reset ends the emulator (-no-reboot).
        try monitor.execute("set-action", ["reboot": "reset"])
        shellIfOpen = nil
        try monitor.execute("system_reset")
        trackingIDs = [:]
    }

    /// Waits until `condition` holds.
    ///
    /// - Parameters:
    ///   - event: The description of the condition, for the error message. It is evaluated only if
    ///     waiting fails, so that it can contain what was seen last.
    ///   - timeoutSeconds: The time after which waiting fails, in which the emulator can run.
    ///   - condition: The condition.
    package func wait(
        for event: @autoclosure () throws -> String,
        timeoutSeconds: Double = defaultTimeoutSeconds,
        until condition: () throws -> Bool
    ) throws {
        guard try Deadline(clock, seconds: timeoutSeconds).wait(until: condition) else {
            throw VirtualBoardError("timeout after \(timeoutSeconds) s: \(try event())")
        }
    }

    /// The default time after which waiting fails, in seconds.
    package static var defaultTimeoutSeconds: Double { Deadline.defaultSeconds }

    /// Runs `scripts/virtual-board`, and returns its standard output.
    @discardableResult
    static func runScript(_ arguments: [String]) throws -> String {
        let script = Repository.root.appendingPathComponent("scripts/virtual-board").path
        return try runTool([script] + arguments)
    }
}
