import Foundation
import TouchTrackerTestSupport

/// What the command line asks of a board.
struct BoardCommand {
    /// A command line that says nothing sensible.
    struct UsageError: Error {
        var problem: String
    }

    private enum Work {
        case demo(picturePath: String)
        case screenshot(path: String)
        case touch([Touch])
        case shell(command: String)
        case restart(arguments: [String])
        case wait
        case firstFrame
        case vnc
    }

    private enum Touch {
        case down(slot: Int, x: Int, y: Int)
        case move(slot: Int, x: Int, y: Int)
        case up(slot: Int)
    }

    private let stateDirectory: String
    private let work: Work

    /// Reads the command line without the program's name.
    init(arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        guard let name = rest.popFirst() else { throw UsageError(problem: "no command") }
        var options: [String: String] = [:]
        // What follows "--" is the kiosk's.
        while let word = rest.first, word.hasPrefix("--") {
            if word == "--" {
                rest = rest.dropFirst()
                break
            }
            guard ["--board", "--out"].contains(word), rest.count >= 2 else {
                throw UsageError(problem: "unknown option or no value: \(word)")
            }
            options[word] = rest[rest.startIndex + 1]
            rest = rest.dropFirst(2)
        }
        guard let board = options["--board"] else { throw UsageError(problem: "no --board") }
        stateDirectory = board
        switch (name, options["--out"]) {
        case ("demo", let path?) where rest.isEmpty: work = .demo(picturePath: path)
        case ("screenshot", let path?) where rest.isEmpty: work = .screenshot(path: path)
        case ("touch", nil): work = .touch(try Self.touches(from: rest))
        case ("shell", nil) where rest.count == 1: work = .shell(command: rest[rest.startIndex])
        case ("restart", nil): work = .restart(arguments: Array(rest))
        case ("wait", nil) where rest.isEmpty: work = .wait
        case ("first-frame", nil) where rest.isEmpty: work = .firstFrame
        case ("vnc", nil) where rest.isEmpty: work = .vnc
        default: throw UsageError(problem: "'\(name)' is no command, or not with these arguments")
        }
    }

    /// Does it.
    func run() throws(VirtualBoardError) {
        let board = try VirtualBoard(stateDirectory: stateDirectory)
        switch work {
        case .demo(let picturePath):
            try board.waitForPicture()
            try board.waitForTouch()
            try ScriptedHand(board: board).draw()
            _ = try board.stillScreenshot()
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
            try board.waitForTouch()
        case .firstFrame:
            // When it was seen, in milliseconds since 1970, as a script measures its own times.
            try board.waitForFirstFrame(timeoutSeconds: 300)
            print(Int((Date().timeIntervalSince1970 * 1_000).rounded()))
        case .vnc:
            print(try board.vncAddress())
        }
    }

    private func send(_ touch: Touch, to board: VirtualBoard) throws(VirtualBoardError) {
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
                throw UsageError(problem: "'\(verb)' wants \(count) numbers")
            }
            rest = rest.dropFirst(count)
            switch verb {
            case "down": touches.append(.down(slot: numbers[0], x: numbers[1], y: numbers[2]))
            case "move": touches.append(.move(slot: numbers[0], x: numbers[1], y: numbers[2]))
            case "up": touches.append(.up(slot: numbers[0]))
            default: throw UsageError(problem: "'\(verb)' is none of down, move, up")
            }
        }
        guard !touches.isEmpty else { throw UsageError(problem: "no touches") }
        return touches
    }
}
