import Foundation
import Testing
import TouchTrackerTestSupport

/// Allocations per frame on a board, including libinput and libdrm, grouped by the calling library.
@Suite(
    "Allocations on a board", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfBoardIsMissing))
struct AllocationBoardTests {
    /// Draws with one contact for `frames` touch frames, stops the kiosk, and returns the number of
    /// allocations by library.
    private func allocations(frames: Int, on board: VirtualBoard) throws -> [String: Int] {
        // The toolbar would appear at an unpredictable time.
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

    @Test(
        "After a warm-up the program allocates nothing per frame; libraries' counts are printed"
    )
    func framesAllocateNothing() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try preloadCounter(on: board)
        let few = try allocations(frames: 600, on: board)
        let many = try allocations(frames: 1_200, on: board)
        for (name, count) in many.sorted(by: { $0.key < $1.key }) {
            print("\(name): \(count - (few[name] ?? 0)) allocations in 600 frames")
        }
        let ours = try #require(many["touchtracker"]) - (try #require(few["touchtracker"]))
        // On a slow machine the sample arrays grow occasionally, up to 14 times in a longer run.
        // One allocation every ten frames would be 60.
        #expect(ours <= 30)
        #expect(try #require(many["libinput.so.10"]) > (few["libinput.so.10"] ?? 0) + 600)
        try board.stop()
    }

    /// Compiles the allocation counter and adds it to the kiosk's LD_PRELOAD.
    private func preloadCounter(on board: VirtualBoard) throws {
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
