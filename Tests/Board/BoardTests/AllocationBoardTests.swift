import Foundation
import Testing
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// Allocations of a warm kiosk on a deterministic board, grouped by the calling library.
@Suite("Allocations on a board", .serialized, .requiresRobot)
struct AllocationBoardTests {
    /// Runs a kiosk on deterministic boards, whose robot draws for a number of seconds, and returns
    /// the last two lines of each kiosk's log: its counters and its allocations.
    private func run(
        seconds: [Int]
    ) throws -> [(counters: [String: Int], allocations: [String: Int])] {
        let library = try compileCounter()
        defer { try? FileManager.default.removeItem(atPath: library) }
        let encoded = try Data(contentsOf: URL(fileURLWithPath: library)).base64EncodedString()
        let output = try VirtualBoard.runDeterministic(
            """
            base64 -d >/run/allocations.so <<'DATA'
            \(encoded)
            DATA
            for seconds in \(seconds.map(String.init).joined(separator: " ")); do
                mkdir /run/state-$seconds
                (sleep 2; exec lab-robot circle 125 ${seconds}000 >/dev/null) &
                LD_PRELOAD=/run/allocations.so timeout -s TERM $((seconds + 8)) touchtracker run \
                    --mode 800x480 --toolbar off --state /run/state-$seconds 2>&1 | tail -n 2
                wait
            done
            """, image: RobotBoardTests.image.get(), display: "virtio-gpu")
        let lines = output.split(separator: "\n").map(String.init)
        try #require(lines.count == 2 * seconds.count, "\(output)")
        let numbers = lines.map { line in
            Dictionary(
                line.split(separator: " ").compactMap { word -> (String, Int)? in
                    let parts = word.split(separator: "=")
                    return parts.count == 2 ? (String(parts[0]), Int(parts[1]) ?? 0) : nil
                }, uniquingKeysWith: { $1 })
        }
        return stride(from: 0, to: lines.count, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
    }

    /// Compiles the allocation counter, and returns the path of the library.
    private func compileCounter() throws -> String {
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Preload/allocations-by-caller.c").path
        let library = NSTemporaryDirectory() + "/allocations-\(UUID().uuidString).so"
        try runTool(["clang", "-shared", "-fPIC", "-Os", "-s", "-o", library, source])
        return library
    }

    @Test(
        "Further strokes cost the program at most 40 allocations each, and libdrm none")
    func framesAllocateNothing() throws {
        let runs = try run(seconds: [10, 20])
        let counters = runs.map { $0.counters }
        let allocations = runs.map { $0.allocations }
        /// Returns by how much a number of the longer run exceeds that of the shorter one.
        func growth(_ name: String, _ numbers: [[String: Int]]) throws -> Int {
            let short = try #require(numbers[0][name], "\(name)")
            let long = try #require(numbers[1][name], "\(name)")
            return long - short
        }
        let frames = try growth("frames", counters)
        print("allocations in \(frames) frames: \(runs)")
        try #require(frames > 500)
        // 75 allocations for 712 frames that belong to two further strokes of 600 samples: strokes
        // are stored, and arrays of samples and of pieces to repaint grow. One allocation every ten
        // frames would add 71.
        #expect(try growth("touchtracker", allocations) <= 40 * growth("ended", counters))
        #expect(try growth("libdrm.so.2", allocations) == 0)
        // An event of a touch makes two allocations.
        #expect(try growth("libinput.so.10", allocations) > 2 * frames)
    }
}
