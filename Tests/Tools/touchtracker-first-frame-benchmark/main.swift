// scripts/bench first-frame: how long a start takes until its first frame, with drawings of 0, 1,000 and
// 100,000 strokes; and what putting so many strokes back costs afterwards.
//
//     touchtracker-first-frame-benchmark starts PROGRAM FOLDER [--rounds N] [--check]
//     touchtracker-first-frame-benchmark start PROGRAM FOLDER
//     touchtracker-first-frame-benchmark restoring [STROKES]

import Glibc
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerStore
import TouchTrackerTestSupport

/// A number with two places, in so many columns.
func column(_ number: Double, _ width: Int) -> String {
    if !number.isFinite { return String(repeating: " ", count: max(0, width - 1)) + "–" }
    let hundredths = Int((number * 100).rounded())
    let rest = hundredths % 100
    let text = "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    return String(repeating: " ", count: max(0, width - text.count)) + text
}

func column(_ number: Int, _ width: Int) -> String {
    let text = "\(number)"
    return String(repeating: " ", count: max(0, width - text.count)) + text
}

func percentile(_ part: Double, _ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]
}

func fail(_ message: String) -> Never {
    complain("touchtracker-first-frame-benchmark: \(message)")
    exit(70)
}

// MARK: Starts

/// One kind of start.
struct Course {
    let strokes: Int
    let folder: String
    let hasPicture: Bool
    var starts: [Child.Start] = []

    var picture: String { "\(folder)/\(PictureFile.fileName)" }
}

/// Lets a kiosk run until it has kept the picture of its drawing.
func makePicture(_ program: String, _ course: Course) {
    guard let child = Child(program, folder: course.folder) else { fail("no first frame") }
    for _ in 0..<600 where access(course.picture, F_OK) != 0 { usleep(100_000) }
    print("\(course.strokes) strokes: \(child.residentKilobytes) KB resident")
    child.end()
    if access(course.picture, F_OK) != 0 { fail("no picture was kept") }
}

func starts(_ program: String, _ folder: String, rounds: Int, isChecked: Bool) throws {
    var courses: [Course] = []
    for strokes in [0, 1_000, 100_000] {
        for hasPicture in [true, false] {
            let course = Course(
                strokes: strokes, folder: "\(folder)/\(strokes)-\(hasPicture ? "with" : "without")",
                hasPicture: hasPicture)
            mkdir(course.folder, 0o700)
            try PeoplesStrokes.store(strokes, in: course.folder)
            if hasPicture { makePicture(program, course) }
            courses.append(course)
        }
    }
    for round in 0...rounds {
        for index in courses.indices {
            if !courses[index].hasPicture { unlink(courses[index].picture) }
            guard let child = Child(program, folder: courses[index].folder) else {
                fail("no first frame")
            }
            // The first of each is for the files to be in memory.
            if round > 0 { courses[index].starts.append(child.start) }
            child.end()
        }
    }
    print("strokes  picture   median ms   least ms   processor ms   median over empty")
    var isMissed = false
    for course in courses {
        let median = percentile(0.5, course.starts.map(\.milliseconds))
        let empty = courses.first { $0.strokes == 0 && $0.hasPicture == course.hasPicture }
        let ratio = median / percentile(0.5, (empty ?? course).starts.map(\.milliseconds))
        isMissed = isMissed || ratio > 2
        print(
            column(course.strokes, 7) + (course.hasPicture ? "     kept" : "     none")
                + column(median, 12) + column(percentile(0, course.starts.map(\.milliseconds)), 11)
                + column(percentile(0.5, course.starts.map(\.processorMilliseconds)), 15)
                + column(ratio, 20))
    }
    if isChecked && isMissed {
        print("MISSED: a start takes more than twice as long as an empty drawing's")
        exit(1)
    }
}

/// From exec to the first flip with an empty drawing may take so long, in milliseconds.
let startLimit = 150.0

/// Starts of a kiosk with an empty drawing, as a board has it most often.
func start(_ program: String, _ folder: String) {
    var starts: [Child.Start] = []
    for round in 0...21 {
        guard let child = Child(program, folder: folder) else { fail("no first frame") }
        // The first is for the files to be in memory.
        if round > 0 { starts.append(child.start) }
        child.end()
    }
    let times = starts.map(\.milliseconds)
    let median = percentile(0.5, times)
    print(
        "exec to first flip, \(starts.count) starts: median\(column(median, 7)) ms, "
            + "least\(column(percentile(0, times), 7)) ms, most\(column(percentile(1, times), 7)) ms; "
            + "processor\(column(percentile(0.5, starts.map(\.processorMilliseconds)), 7)) ms")
    if median > startLimit {
        print("MISSED: a start takes more than \(Int(startLimit)) ms")
        exit(1)
    }
}

// MARK: Restoring

/// What a part of restoring costs.
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

func threadTime() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

func residentKilobytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, 256, file) != nil else { return 0 }
    let text = String(decoding: line.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let words = text.split(separator: " ")
    return words.count > 1 ? (Int(words[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) / 1_024 : 0
}

@MainActor
func restoring(_ count: Int, _ size: CGSize) {
    // There has to be an application.
    let simulator = TouchSimulator(screenSize: size)
    withExtendedLifetime(simulator) {}
    var source = SampleStrokes(size: PeoplesStrokes.screen)
    var pages: [[Stroke]] = []
    for start in stride(from: 0, to: count, by: 256) {
        pages.append((start..<min(start + 256, count)).map { _ in source.next() })
    }
    func drawing() -> Drawing {
        Drawing(size: size, scale: 1, backgroundColor: Drawing.paper)
    }
    var (taking, entering, painting) = (Cost(), Cost(), Cost())
    var (keeping, showing) = (Cost(), Cost())
    let before = residentKilobytes()
    let painted = drawing()
    painted.beginRestoring(nextID: count + 1, nextLevel: count + 1)
    for page in pages { taking.measure { painted.restore(page) } }
    painted.finishRestoring()
    while !painted.hasAllStrokes {
        entering.measure { painted.continueRestoring(fingersAreBusy: true) }
    }
    let memory = residentKilobytes() - before
    while painted.isRestoring {
        painting.measure { painted.continueRestoring(fingersAreBusy: true) }
    }
    var picture: StoredPicture?
    for _ in 0..<20 { picture = keeping.measure { StoredPicture(of: painted) } }
    for _ in 0..<20 {
        let shown = drawing()
        showing.measure {
            shown.beginRestoring(nextID: count + 1, nextLevel: count + 1, picture: picture)
        }
        if !shown.picture.bitmap.isEqual(to: painted.picture.bitmap) { fail("another picture") }
    }
    print(
        "\(count) strokes, \(Int(size.width)) × \(Int(size.height)): \(memory) KB more for drawing and cache; picture \(picture?.code.count ?? 0) bytes"
    )
    print(
        "                                 times   median µs     99 % µs"
    )
    print(taking.line("a page of 256 arrives"))
    print(entering.line("a frame enters strokes"))
    print(painting.line("a frame paints pieces"))
    print(keeping.line("the picture is taken down"))
    print(showing.line("the picture is put up"))
}

// MARK: -

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "start" where arguments.count == 3:
    start(arguments[1], arguments[2])
case "starts" where arguments.count >= 3:
    var rounds = 11
    if let place = arguments.firstIndex(of: "--rounds"), place + 1 < arguments.count {
        rounds = max(1, Int(arguments[place + 1]) ?? rounds)
    }
    do {
        try starts(
            arguments[1], arguments[2], rounds: rounds, isChecked: arguments.contains("--check"))
    } catch {
        fail("\(error)")
    }
case "restoring":
    for count in [20, 1_000, 100_000] {
        restoring(count, PeoplesStrokes.screen)
    }
    restoring(100_000, CGSize(width: 1_920, height: 1_080))
default:
    complain(
        "usage: touchtracker-first-frame-benchmark starts PROGRAM FOLDER [--rounds N] [--check] | restoring"
    )
    exit(64)
}
