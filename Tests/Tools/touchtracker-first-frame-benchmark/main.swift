// scripts/bench first-frame: measures the time from exec to the first frame with drawings of 0,
// 1,000 and 100,000 strokes, and the cost of restoring the strokes in the frames after that.
//
//     touchtracker-first-frame-benchmark starts PROGRAM FOLDER [--rounds N] [--strokes N] [--check]
//     touchtracker-first-frame-benchmark start PROGRAM FOLDER
//     touchtracker-first-frame-benchmark restoring

import Glibc
import KioskSystem
import LabScreens
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerStore
import TouchTrackerTestSupport

/// Returns a number with two decimals, right-aligned in `width` columns.
func column(_ number: Double, _ width: Int) -> String {
    if !number.isFinite { return String(repeating: " ", count: max(0, width - 1)) + "–" }
    let hundredths = Int((number * 100).rounded())
    let rest = hundredths % 100
    let text = "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    return String(repeating: " ", count: max(0, width - text.count)) + text
}

/// Returns an integer, right-aligned in `width` columns.
func column(_ number: Int, _ width: Int) -> String {
    let text = "\(number)"
    return String(repeating: " ", count: max(0, width - text.count)) + text
}

/// Returns the value that the fraction `part` of the values does not exceed.
func percentile(_ part: Double, _ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]
}

func fail(_ message: String) -> Never {
    writeError("touchtracker-first-frame-benchmark: \(message)")
    exit(70)
}

// MARK: Starts

/// A kind of start, with its measurements.
struct Scenario {
    /// The number of strokes in the drawing.
    let strokes: Int
    /// The folder of the drawing.
    let folder: String
    /// Whether the drawing's picture file exists at the start.
    let hasPicture: Bool
    /// The measured starts.
    var starts: [KioskProcess.StartTime] = []
    /// The measured times in milliseconds from SIGTERM, directly after the first frame, to the end.
    var ends: [Double] = []

    /// The path of the drawing's picture file.
    var picture: String { "\(folder)/\(DrawingPictureFile.fileName)" }
}

/// Runs a kiosk until it has saved the picture file of its drawing.
func savePicture(_ program: String, _ scenario: Scenario) {
    guard let kiosk = KioskProcess(program, folder: scenario.folder) else { fail("no first frame") }
    for _ in 0..<600 where access(scenario.picture, F_OK) != 0 { usleep(100_000) }
    let memory = kiosk.kilobytes
    print(
        "\(scenario.strokes) strokes: \(memory.resident) KB resident, peak \(memory.peak) KB,",
        "\(column(kiosk.end(), 0)) ms from SIGTERM to the end")
    if access(scenario.picture, F_OK) != 0 { fail("the kiosk saved no picture") }
}

/// Measures starts with drawings of `sizes` strokes, with and without a picture file, and prints a
/// table.
func measureStarts(
    _ program: String, _ folder: String, sizes: [Int], rounds: Int, isChecked: Bool
) throws {
    var scenarios: [Scenario] = []
    for strokes in sizes {
        for hasPicture in [true, false] {
            let scenario = Scenario(
                strokes: strokes, folder: "\(folder)/\(strokes)-\(hasPicture ? "with" : "without")",
                hasPicture: hasPicture)
            mkdir(scenario.folder, 0o700)
            try SampleDrawings.store(strokes, in: scenario.folder)
            if hasPicture { savePicture(program, scenario) }
            scenarios.append(scenario)
        }
    }
    for round in 0...rounds {
        for index in scenarios.indices {
            if !scenarios[index].hasPicture { unlink(scenarios[index].picture) }
            guard let kiosk = KioskProcess(program, folder: scenarios[index].folder) else {
                fail("no first frame")
            }
            // The first start loads the files into the page cache and is not measured.
            if round > 0 { scenarios[index].starts.append(kiosk.startTime) }
            let end = kiosk.end()
            if round > 0 { scenarios[index].ends.append(end) }
        }
    }
    print("strokes  picture   median ms     min ms         cpu ms   median over empty  max end ms")
    var isMissed = false
    for scenario in scenarios {
        let median = percentile(0.5, scenario.starts.map(\.milliseconds))
        let empty = scenarios.first { $0.strokes == 0 && $0.hasPicture == scenario.hasPicture }
        let ratio = median / percentile(0.5, (empty ?? scenario).starts.map(\.milliseconds))
        isMissed = isMissed || ratio > 2
        print(
            column(scenario.strokes, 7) + (scenario.hasPicture ? "    saved" : "     none")
                + column(median, 12)
                + column(percentile(0, scenario.starts.map(\.milliseconds)), 11)
                + column(percentile(0.5, scenario.starts.map(\.processorMilliseconds)), 15)
                + column(ratio, 20) + column(percentile(1, scenario.ends), 12))
    }
    if isChecked && isMissed {
        print("FAILED: a start takes more than twice as long as with an empty drawing")
        exit(1)
    }
}

/// The allowed time from exec to the first flip with an empty drawing, in milliseconds.
let startLimit = 150.0

/// Measures starts with an empty drawing, and prints the result.
func measureEmptyStart(_ program: String, _ folder: String) {
    var starts: [KioskProcess.StartTime] = []
    for round in 0...21 {
        guard let kiosk = KioskProcess(program, folder: folder) else { fail("no first frame") }
        // The first start loads the files into the page cache and is not measured.
        if round > 0 { starts.append(kiosk.startTime) }
        kiosk.end()
    }
    let times = starts.map(\.milliseconds)
    let median = percentile(0.5, times)
    print(
        "exec to first flip, \(starts.count) starts: median\(column(median, 7)) ms, "
            + "min\(column(percentile(0, times), 7)) ms, max\(column(percentile(1, times), 7)) ms; "
            + "cpu\(column(percentile(0.5, starts.map(\.processorMilliseconds)), 7)) ms")
    if median > startLimit {
        print("FAILED: a start takes more than \(Int(startLimit)) ms")
        exit(1)
    }
}

// MARK: Restoring

/// The measured CPU times of one step of restoring a drawing.
struct Cost {
    var microseconds: [Double] = []

    @discardableResult
    mutating func measure<Result>(_ body: () -> Result) -> Result {
        let before = threadTime()
        let result = body()
        microseconds.append(Double(threadTime() - before) / 1_000)
        return result
    }

    func line(_ name: String) -> String {
        let name = name + String(repeating: " ", count: max(0, 30 - name.count))
        return name + column(microseconds.count, 8)
            + column(percentile(0.5, microseconds), 12) + column(percentile(0.99, microseconds), 12)
    }
}

/// Returns the CPU time used by the current thread, in nanoseconds.
func threadTime() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// Returns the resident memory of this process, in kilobytes.
func residentKilobytes() -> Int {
    let status = SystemFiles.machine.text("/proc/self/status") ?? ""
    return ProcessUsage.kilobytes(ofField: "VmRSS:", in: status) ?? 0
}

/// Measures restoring a drawing of `count` strokes, and prints the costs of each step.
@MainActor
func measureRestoring(_ count: Int, _ size: CGSize) {
    // Drawings need a running application, which the simulator creates.
    let simulator = TouchSimulator(screenSize: size)
    withExtendedLifetime(simulator) {}
    var source = SampleStrokes(size: SampleDrawings.screen)
    var pages: [[Stroke]] = []
    for start in stride(from: 0, to: count, by: 256) {
        pages.append((start..<min(start + 256, count)).map { _ in source.nextStroke() })
    }
    func drawing() -> Drawing {
        Drawing(size: size, scale: 1, paper: .gray)
    }
    var (receiving, inserting, painting) = (Cost(), Cost(), Cost())
    var (encoding, decoding) = (Cost(), Cost())
    let before = residentKilobytes()
    let painted = drawing()
    painted.beginRestoring(nextID: count + 1, nextLevel: count + 1)
    for page in pages { receiving.measure { painted.restore(page) } }
    painted.finishRestoring()
    while !painted.hasAllStrokes {
        inserting.measure { painted.continueRestoring(isUserDrawing: true) }
    }
    let memory = residentKilobytes() - before
    while painted.isRestoring {
        painting.measure { painted.continueRestoring(isUserDrawing: true) }
    }
    var picture: EncodedPicture?
    for _ in 0..<20 { picture = encoding.measure { EncodedPicture(of: painted) } }
    for _ in 0..<20 {
        let shown = drawing()
        decoding.measure {
            shown.beginRestoring(nextID: count + 1, nextLevel: count + 1, picture: picture)
        }
        if !shown.picture.bitmap.isEqual(to: painted.picture.bitmap) {
            fail("the restored picture differs")
        }
    }
    print(
        "\(count) strokes, \(Int(size.width)) × \(Int(size.height)):",
        "\(memory) KB for drawing and cache;",
        "picture \(picture?.code.count ?? 0) bytes")
    print("                                 count   median µs     99 % µs")
    print(receiving.line("receiving a page of 256"))
    print(inserting.line("inserting strokes, per frame"))
    print(painting.line("painting strokes, per frame"))
    print(encoding.line("encoding the picture"))
    print(decoding.line("decoding the picture"))
}

// MARK: -

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "start" where arguments.count == 3:
    measureEmptyStart(arguments[1], arguments[2])
case "starts" where arguments.count >= 3:
    func number(_ option: String) -> Int? {
        guard let index = arguments.firstIndex(of: option), index + 1 < arguments.count else {
            return nil
        }
        return Int(arguments[index + 1])
    }
    do {
        try measureStarts(
            arguments[1], arguments[2],
            sizes: number("--strokes").map { [0, $0] } ?? [0, 1_000, 100_000],
            rounds: max(1, number("--rounds") ?? 11), isChecked: arguments.contains("--check"))
    } catch {
        fail("\(error)")
    }
case "restoring":
    for count in [20, 1_000, 100_000] {
        measureRestoring(count, SampleDrawings.screen)
    }
    measureRestoring(100_000, CGSize(width: 1_920, height: 1_080))
default:
    writeError(
        """
        usage: touchtracker-first-frame-benchmark starts PROGRAM FOLDER [--rounds N] [--strokes N] \
        [--check]
               touchtracker-first-frame-benchmark start PROGRAM FOLDER
               touchtracker-first-frame-benchmark restoring
        """)
    exit(64)
}
