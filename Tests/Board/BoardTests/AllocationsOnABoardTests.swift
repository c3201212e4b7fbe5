import Foundation
import Testing
import TouchTrackerTestSupport

/// What a frame allocates on the whole way, libinput and KMS included, by whose code asks for it.
@Suite(
    "Allocations on a board", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfMissing))
struct AllocationsOnABoardTests {
    /// Draws so many frames with one finger, ends the kiosk, and reads what it allocated.
    private func allocations(frames: Int, on board: VirtualBoard) throws -> [String: Int] {
        // Without the toolbar, which comes back sooner or later.
        try board.restartKiosk(arguments: ["--toolbar", "off"])
        try board.down(0, x: 10, y: 10)
        for frame in 0..<frames {
            try board.move(0, x: 10 + frame % 700, y: 10 + frame * 7 % 400)
        }
        try board.up(0)
        try board.shell("systemctl stop touchtracker", timeoutSeconds: 30)
        let log = try board.kioskLog()
        let line = try #require(
            log.split(separator: "\n").last { $0.hasPrefix("allocations ") }, "\(log)")
        var counts: [String: Int] = [:]
        for word in line.split(separator: " ").dropFirst() {
            let parts = word.split(separator: "=")
            if parts.count == 2 { counts[String(parts[0])] = Int(parts[1]) }
        }
        return counts
    }

    @Test("Once warm, frames allocate nothing of ours; what libinput and libdrm allocate is said.")
    func framesAllocateNothing() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try preload(on: board)
        let few = try allocations(frames: 600, on: board)
        let many = try allocations(frames: 1_200, on: board)
        for (name, count) in many.sorted(by: { $0.key < $1.key }) {
            print("allocations of \(name) in 600 more frames: \(count - (few[name] ?? 0))")
        }
        let ours = try #require(many["touchtracker"]) - (try #require(few["touchtracker"]))
        // On a slow machine a frame has more samples now and then, and memory for them grows: that was up to 14
        // times in a longer run. What each frame allocated, or each tenth, would be 60 and more.
        #expect(ours <= 30)
        #expect(try #require(many["libinput.so.10"]) > (few["libinput.so.10"] ?? 0) + 600)
        try board.stop()
    }

    /// Compiles the counter and has the kiosk load it before all else from now on.
    private func preload(on board: VirtualBoard) throws {
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Preload/allocations-by-caller.c").path
        let library = FileManager.default.temporaryDirectory
            .appendingPathComponent("allocations-\(ProcessInfo.processInfo.processIdentifier).so")
        defer { try? FileManager.default.removeItem(at: library) }
        try runTool(["clang", "-shared", "-fPIC", "-Os", "-s", "-o", library.path, source])
        try board.write(Data(contentsOf: library), to: "/run/allocations.so")
        try board.shell(
            """
            chmod 755 /run/allocations.so
            mkdir -p /run/systemd/system/touchtracker.service.d
            cat >/run/systemd/system/touchtracker.service.d/preload.conf <<'UNIT'
            [Service]
            Environment=LD_PRELOAD=/run/allocations.so
            UNIT
            """)
    }
}
