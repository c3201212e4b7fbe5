import Foundation
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// A command for a running virtual board, parsed from the command line.
struct BoardCommand {
    /// An error in the command line.
    struct UsageError: Error {
        /// The error message.
        var message: String
    }

    private enum Action {
        case demo(picturePath: String)
        case screenshot(path: String)
        case touch([Touch])
        case shell(command: String)
        case restart(arguments: [String])
        case wait
        case firstFrame
        case vnc
    }

    /// A contact change, with positions in pixels of the display's mode.
    private enum Touch {
        case down(slot: Int, x: Int, y: Int)
        case move(slot: Int, x: Int, y: Int)
        case up(slot: Int)
    }

    private let stateDirectory: String
    private let action: Action

    /// Parses the arguments without the program's name.
    init(arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        guard let name = rest.popFirst() else { throw UsageError(message: "missing command") }
        var options: [String: String] = [:]
        // Arguments after "--" are passed to the kiosk.
        while let word = rest.first, word.hasPrefix("--") {
            if word == "--" {
                rest = rest.dropFirst()
                break
            }
            guard ["--board", "--out"].contains(word), rest.count >= 2 else {
                throw UsageError(message: "unknown option or missing value: \(word)")
            }
            options[word] = rest[rest.startIndex + 1]
            rest = rest.dropFirst(2)
        }
        guard let board = options["--board"] else {
            throw UsageError(message: "missing option: --board")
        }
        stateDirectory = board
        switch (name, options["--out"]) {
        case ("demo", let path?) where rest.isEmpty: action = .demo(picturePath: path)
        case ("screenshot", let path?) where rest.isEmpty: action = .screenshot(path: path)
        case ("touch", nil): action = .touch(try Self.touches(from: rest))
        case ("shell", nil) where rest.count == 1: action = .shell(command: rest[rest.startIndex])
        case ("restart", nil): action = .restart(arguments: Array(rest))
        case ("wait", nil) where rest.isEmpty: action = .wait
        case ("first-frame", nil) where rest.isEmpty: action = .firstFrame
        case ("vnc", nil) where rest.isEmpty: action = .vnc
        default: throw UsageError(message: "unknown command or wrong arguments: \(name)")
        }
    }

    /// Connects to the board and runs the command.
    func run() throws {
        let board = try VirtualBoard(stateDirectory: stateDirectory)
        switch action {
        case .demo(let picturePath):
            try board.waitForPicture()
            try board.waitForTouchscreen()
            try DemoDrawing(board: board).draw()
            _ = try board.waitForStillScreenshot()
            try board.saveScreenshot(to: picturePath)
        case .screenshot(let path):
            try board.saveScreenshot(to: path)
        case .touch(let touches):
            for touch in touches { try send(touch, to: board) }
        case .shell(let command):
            print(try board.shell(command))
        case .restart(let arguments):
            try board.restartKiosk(arguments: arguments)
        case .wait:
            try board.waitForPicture()
            try board.waitForTouchscreen()
        case .firstFrame:
            // Scripts compare the output, milliseconds since 1970, with the output of date(1).
            try board.waitForFirstFrame()
            print(Int((Date().timeIntervalSince1970 * 1_000).rounded()))
        case .vnc:
            print(try board.vncAddress())
        }
    }

    private func send(_ touch: Touch, to board: VirtualBoard) throws {
        switch touch {
        case .down(let slot, let x, let y): try board.down(slot, x: x, y: y)
        case .move(let slot, let x, let y): try board.move(slot, x: x, y: y)
        case .up(let slot): try board.up(slot)
        }
    }

    private static func touches(from words: ArraySlice<String>) throws(UsageError) -> [Touch] {
        var touches: [Touch] = []
        var rest = words
        while let verb = rest.popFirst() {
            let count = verb == "up" ? 1 : 3
            let numbers = rest.prefix(count).compactMap { Int($0) }
            guard numbers.count == count else {
                throw UsageError(message: "\(verb): expected \(count) numbers")
            }
            rest = rest.dropFirst(count)
            switch verb {
            case "down": touches.append(.down(slot: numbers[0], x: numbers[1], y: numbers[2]))
            case "move": touches.append(.move(slot: numbers[0], x: numbers[1], y: numbers[2]))
            case "up": touches.append(.up(slot: numbers[0]))
            default: throw UsageError(message: "unknown touch: \(verb); use down, move or up")
            }
        }
        guard !touches.isEmpty else { throw UsageError(message: "missing touches") }
        return touches
    }
}
