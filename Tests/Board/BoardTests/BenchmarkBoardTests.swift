import Foundation
import Testing
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// Latency from touch to scanout, measured by `touchtracker benchmark` on deterministic boards.
///
/// The boards' time is counted in instructions, 500 million per second, so that the figures are the
/// same in every run. docs/performance.md lists them.
@Suite("Benchmark on a board", .serialized, .requiresVirtualDisplays)
struct BenchmarkBoardTests {
    /// The result of one benchmark run in the program's JSON output.
    private struct Run: Decodable {
        struct Percentiles: Decodable {
            let p50: Double
            let p99: Double
            let max: Double
        }

        let throughKernel: Bool
        let verdict: String
        let frames: Int
        let missedVblanks: Int
        let samples: Int
        let samplesSeenAhead: Int
        let wakeups: Int
        let inputToScanoutUs: Percentiles
        let inputToRowUs: Percentiles
        let frameCostUs: Percentiles
        let budgetUs: Percentiles
    }

    private struct Runs: Decodable {
        let runs: [Run]
    }

    private static func runDeterministic(_ script: String, speed: Int = 500) throws -> String {
        let image = try #require(BoardEnvironment.vkmsImageDirectory)
        return try VirtualBoard.runDeterministic(script, image: image, speed: speed)
    }

    /// Runs benchmarks with the given arguments one after another on one board.
    private static func measure(_ arguments: [String], speed: Int = 500) throws -> [Run] {
        let commands = arguments.map {
            "touchtracker benchmark --json --mode 800x480@60 \($0) 2>/dev/null || exit; echo END"
        }
        let output = try runDeterministic(commands.joined(separator: "\n"), speed: speed)
        return try output.components(separatedBy: "END").dropLast().flatMap {
            try read(Substring($0))
        }
    }

    private static func read(_ json: Substring) throws -> [Run] {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Runs.self, from: Data(json.utf8)).runs
    }

    private static func printResult(_ name: String, _ run: Run) {
        let latency = run.inputToScanoutUs
        let row = run.inputToRowUs
        print(
            "\(name) (p50, p99, max):",
            "input to scanout \(latency.p50), \(latency.p99), \(latency.max) µs,",
            "to the row \(row.p50), \(row.p99), \(row.max) µs,",
            "frame cost \(run.frameCostUs.p50), \(run.frameCostUs.p99) µs;", run.verdict)
    }

    @Test("Two runs of the same benchmark have identical results")
    func runsAreTheSame() throws {
        let script = """
            touchtracker benchmark --json --mode 800x480@60 --script circle --rate 125 --seconds 3
            touchtracker benchmark --json --mode 800x480@60 --script scribble --rate 240 --seconds 3
            grep -E '^(ctxt|intr|processes)' /proc/stat
            """
        let first = try Self.runDeterministic(script)
        #expect(first.contains("through_kernel\": true"))
        #expect(first.contains("driver vkms"))
        let second = try Self.runDeterministic(script)
        let difference = zip(first.split(separator: "\n"), second.split(separator: "\n"))
            .first { $0 != $1 }
        #expect(
            second == first,
            "\(difference?.0 ?? "one result is shorter") / \(difference?.1 ?? "")")
    }

    @Test("--latency lowest beats steady by 35 %, and --ink front takes at most 8.9 ms")
    func latencies() throws {
        let circle = "--script circle --rate 125 --seconds 10"
        let runs = try Self.measure([
            circle, "\(circle) --latency steady", "\(circle) --ink front",
        ])
        try #require(runs.count == 3)
        let (lowest, steady, front) = (runs[0], runs[1], runs[2])
        Self.printResult("lowest", lowest)
        Self.printResult("steady", steady)
        Self.printResult("front", front)
        for run in runs {
            #expect(run.throughKernel)
            #expect(run.samples > 1_000)
        }
        let gain = 1 - lowest.inputToScanoutUs.p50 / steady.inputToScanoutUs.p50
        print("lowest is \(Int(gain * 100)) % below steady")
        #expect(gain >= 0.35)
        // The worst case is waiting for the next frame plus showing it. A planned frame can start
        // 1/16 of a period before its budget requires.
        #expect(lowest.missedVblanks == 0)
        #expect(lowest.inputToScanoutUs.max <= 16_667 + 16_667 / 16 + lowest.budgetUs.max)
        // On average half a period, 8.3 ms, passes until scanout reaches a row. Front-buffer ink
        // saves at most a frame's budget, so its gain shrinks with the cost of a frame.
        let frontGain = 1 - front.inputToScanoutUs.p50 / lowest.inputToScanoutUs.p50
        print("front is \(Int(frontGain * 100)) % below lowest")
        #expect(front.inputToScanoutUs.p50 <= 8_900)
        #expect(frontGain >= 0.2)
        // Measured up to the scanout of the row, the gain is the visible one.
        let rowGain = 1 - front.inputToRowUs.p50 / lowest.inputToRowUs.p50
        print("front is \(Int(rowGain * 100)) % below lowest, both measured up to the row")
        #expect(rowGain >= 0.5)
        for run in runs {
            #expect(run.inputToRowUs.p50 >= run.inputToScanoutUs.p50)
            #expect(run.inputToRowUs.max <= run.inputToScanoutUs.max + 16_667)
        }
        #expect(front.samplesSeenAhead > front.samples / 2)
    }

    @Test("Ten contacts at 240 Hz miss at most one of 3,600 vblanks")
    func tenFingers() throws {
        let runs = try Self.measure(["--script scribble --rate 240 --seconds 60"])
        let run = try #require(runs.first)
        Self.printResult("scribble", run)
        #expect(run.throughKernel)
        #expect(run.frames > 3_500)
        #expect(run.samples > 100_000)
        // The goal is 0. Which frames coincide differs between builds, and the budget estimate does
        // not foresee a frame of 12 ms after many of 9 ms (docs/performance.md).
        #expect(run.missedVblanks <= 1)
    }

    @Test("With the touch overlay, ten contacts miss at most one additional vblank")
    func overlay() throws {
        let scribble = "--script scribble --rate 240 --seconds 20"
        // 1,000 million instructions per second are about a Raspberry Pi 3. Half of that is too
        // slow for ten contacts with the overlay: docs/maintenance.md.
        let runs = try Self.measure([scribble, "\(scribble) --overlay"], speed: 1_000)
        try #require(runs.count == 2)
        let (plain, shown) = (runs[0], runs[1])
        Self.printResult("scribble", plain)
        Self.printResult("scribble with the overlay", shown)
        print("vblanks missed: \(plain.missedVblanks) without, \(shown.missedVblanks) with")
        #expect(shown.throughKernel)
        #expect(shown.frames > 1_150)
        #expect(shown.samples > 30_000)
        #expect(shown.missedVblanks <= plain.missedVblanks + 1)
        #expect(shown.frameCostUs.p50 < 8_000)
        #expect(shown.frameCostUs.p99 < 12_000)
    }

    @Test("An idle kiosk has no wake-ups, and a kiosk with touches has one per frame")
    func wakeUps() throws {
        // The two runs differ only in the length of their idle time.
        let output = try Self.runDeterministic(
            """
            for seconds in 10 70; do
                mkdir /run/state-$seconds
                timeout -s TERM $seconds \
                    touchtracker run --mode 800x480@60 --state /run/state-$seconds 2>&1 | tail -n 1
            done
            touchtracker benchmark --json --mode 800x480@60 --script circle --rate 125 \
                --seconds 10 2>/dev/null
            """)
        let lines = output.split(separator: "\n", maxSplits: 2)
        try #require(lines.count == 3)
        #expect(lines[0].contains("wakeups="))
        #expect(lines[0] == lines[1])
        let run = try #require(try Self.read(lines[2]).first)
        print("\(run.wakeups) wake-ups for \(run.frames) frames")
        #expect(run.frames > 500)
        // Frames without damage cause wake-ups too, and the first movement causes two.
        #expect(run.wakeups < run.frames + run.missedVblanks + run.frames / 20)
    }

    /// Returns a counter from the last line of a kiosk's log.
    private static func counter(_ name: String, in line: Substring) throws -> Int {
        let word = line.split(separator: " ").first { $0.hasPrefix("\(name)=") }
        return try #require(word.flatMap { Int($0.dropFirst(name.count + 1)) }, "\(line)")
    }

    @Test(
        "An animation without touches has one frame and one wake-up per vblank",
        .requiresRobot
    )
    func wakeUpsOfAnimation() throws {
        let image = try RobotBoardTests.makeImage(
            from: #require(BoardEnvironment.vkmsImageDirectory))
        // The disc of *pulse* moves while a contact holds it. The two runs differ by ten seconds of
        // that.
        let output = try VirtualBoard.runDeterministic(
            """
            for seconds in 5 15; do
                mkdir /run/state-$seconds
                (sleep 1; exec lab-robot press ${seconds}000 >/dev/null) &
                timeout -s TERM $((seconds + 8)) touchtracker run --mode 800x480@60 --scene pulse \
                    --state /run/state-$seconds 2>&1 | tail -n 1
                wait
            done
            """, image: image)
        let lines = output.split(separator: "\n")
        try #require(lines.count == 2, "\(output)")
        func between(_ name: String) throws -> Int {
            try Self.counter(name, in: lines[1]) - Self.counter(name, in: lines[0])
        }
        let (frames, wakeUps) = (try between("frames"), try between("wakeups"))
        print("\(wakeUps) wake-ups for \(frames) frames in ten seconds of animation")
        #expect(try Self.counter("began", in: lines[0]) == 1)
        // Ten seconds have 600 vblanks; each end of both runs may add or lose a frame.
        #expect((595...602).contains(frames))
        // A frame that is due when the previous event has been handled needs no wake-up.
        #expect((frames - frames / 60...frames + 2).contains(wakeUps))
        #expect(abs(try between("missed")) <= 1)
    }
}
