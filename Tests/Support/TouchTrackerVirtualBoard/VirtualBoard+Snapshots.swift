import Foundation
import Synchronization
import TouchTrackerTestSupport

extension VirtualBoard {
    /// The directories of the snapshots made by this process, by kind of board.
    private static let frozen = Mutex<[String: String]>([:])

    /// Returns a board that continues from the snapshot of its kind.
    ///
    /// The first call for a kind boots a board, prepares it and takes the snapshot.
    ///
    /// - Parameters:
    ///   - kind: The key of the snapshot.
    ///   - options: The options with which the board is started.
    ///   - prepare: Brings the booted board into the state that the snapshot saves.
    static func thaw(
        _ kind: String, _ options: Options,
        prepare: (VirtualBoard) throws -> Void
    ) throws -> VirtualBoard {
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
        try board.resumeFromSnapshot()
        return board
    }

    /// Saves a snapshot, ends the board, and returns the directory of the snapshot.
    ///
    /// The snapshot exists until this process ends.
    private func freeze() throws -> String {
        try monitor.execute("stop")
        try monitor.execute("migrate", ["uri": "file:\(stateDirectory)/memory"])
        try waitForMigration()
        try Self.runScript(["stop", stateDirectory])
        isSnapshot = true
        return stateDirectory
    }

    /// Waits until the snapshot has been loaded, and resumes the board.
    private func resumeFromSnapshot() throws {
        try waitForMigration()
        try monitor.execute("cont")
    }

    private func waitForMigration() throws {
        try wait(for: "the snapshot has been saved or loaded") {
            let answer = try monitor.execute("query-migrate") as? [String: Any]
            guard answer?["status"] as? String != "failed" else {
                throw VirtualBoardError("the snapshot cannot be saved or loaded")
            }
            return answer?["status"] as? String == "completed"
        }
    }
}
