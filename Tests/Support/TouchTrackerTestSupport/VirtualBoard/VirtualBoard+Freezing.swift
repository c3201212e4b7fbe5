import Foundation
import Synchronization

extension VirtualBoard {
    /// Where boards of each kind were frozen in this process.
    private static let frozen = Mutex<[String: String]>([:])

    /// A board that goes on from where the first one of its kind was frozen.
    ///
    /// - Parameters:
    ///   - kind: What tells boards apart that begin otherwise.
    ///   - options: What the board is like.
    ///   - prepare: Brings the first one to where all begin.
    static func thaw(
        _ kind: String, _ options: Options,
        prepare: (VirtualBoard) throws(VirtualBoardError) -> Void
    ) throws(VirtualBoardError) -> VirtualBoard {
        var options = options
        if let known = frozen.withLock({ $0[kind] }) {
            options.frozen = known
        } else {
            options.isFreezable = true
            let board = try boot(options)
            try prepare(board)
            let directory = try board.freeze()
            frozen.withLock { $0[kind] = directory }
            options.isFreezable = false
            options.frozen = directory
        }
        let board = try boot(options)
        try board.goOn()
        return board
    }

    /// Ends the board so that others can go on from here, and returns where it is kept: until this
    /// process ends.
    private func freeze() throws(VirtualBoardError) -> String {
        try monitor.execute("stop")
        try monitor.execute("migrate", ["uri": "file:\(stateDirectory)/memory"])
        try waitForMigration()
        try Self.runScript(["stop", stateDirectory])
        isKept = true
        return stateDirectory
    }

    /// Goes on once all is there that the frozen board remembered.
    private func goOn() throws(VirtualBoardError) {
        try waitForMigration()
        try monitor.execute("cont")
    }

    private func waitForMigration() throws(VirtualBoardError) {
        let deadline = Deadline(afterSeconds: 60)
        while true {
            let answer = try monitor.execute("query-migrate") as? [String: Any]
            let status = answer?["status"] as? String ?? "none"
            if status == "completed" { return }
            guard !deadline.hasPassed, status != "failed" else {
                throw VirtualBoardError("the board's state can't be moved: \(status)")
            }
            Thread.sleep(forTimeInterval: 0.05)
        }
    }
}
