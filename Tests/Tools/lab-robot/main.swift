import Glibc
import KioskInput
import KioskSystem
import LabRobot
import TouchKitContacts
import TouchKitGeometry

// Plays touches through a virtual touchscreen on a board: a script (`lab-robot SCRIPT RATE
// MILLISECONDS [grab]`), or the first touchscreen of a recording (`lab-robot play RECORDING
// [grab]`). `--fault FAULT` and `--seed NUMBER` add faults. `lab-robot press MILLISECONDS` presses
// the middle of the touchscreen and lifts after that time. `lab-robot tap` taps it for each line on
// standard input. `lab-robot field-test PIXELS MILLIMETERS RATE` performs the field test after a
// line on standard input. `--as MODEL` imitates another touchscreen (`RobotModel`).
//
// Playing starts two seconds after the touchscreen is plugged in, so that programs that read all
// devices have opened it. With `grab`, the tool reads the touchscreen exclusively, prints the
// contacts, tries to open the touchscreen a second time, and finally unplugs it.

func fail(_ message: String) -> Never {
    print("error: \(message)")
    exit(1)
}

/// Reads a touchscreen until the player is done, and prints a line for each contact.
func read(_ reader: TouchReader, until player: RobotPlayer) throws(InputError) {
    var end: Timestamp?
    while true {
        try reader.dispatch { event in
            guard case .touch(let frame) = event else { return }
            for contact in frame.contacts {
                let raw = contact.rawPosition
                print("read \(contact.slot) \(contact.state) \(raw?.x ?? -1) \(raw?.y ?? -1)")
            }
        }
        let now = MonotonicClock.now()
        if player.isDone, end == nil { end = now.advanced(byMicroseconds: 300_000) }
        if let end, end <= now { return }
        Poll.waitUntilReadable(
            reader.descriptor, until: now.advanced(byMicroseconds: 50_000))
    }
}

/// Prints the counters of a player, and exits if the player failed.
func printReport(_ report: RobotPlayer.Report) {
    print(
        "sent \(report.reports) late max \(report.maximumLatenessMicroseconds)",
        "cpu \(report.cpuMicroseconds)")
    if let failure = report.failure { fail("\(failure)") }
}

/// Plays frames, reads the touchscreen exclusively meanwhile, and unplugs it.
func playGrabbed(_ frames: some TouchFrameSource, as model: RobotModel) throws {
    var panel: RobotTouchscreen? = try RobotTouchscreen(imitating: model)
    guard let path = panel?.devicePath else { return }
    print("panel \(path)")
    let journalStream = getenv("JOURNAL_STREAM").map { String(cString: $0) }
    let reader = try TouchReader(
        grabbing: path, log: .standardError(journalStream: journalStream))
    try reader.dispatch { _ in }
    do {
        _ = try TouchReader(grabbing: path, log: Log())
        fail("\(path): opened exclusively twice")
    } catch {
        print("second: \(error)")
    }
    if let panel {
        let player = try RobotPlayer(
            frames, through: panel,
            start: MonotonicClock.now().advanced(byMicroseconds: 2_000_000))
        try read(reader, until: player)
        printReport(player.wait())
    }
    panel = nil
    let end = MonotonicClock.now().advanced(byMicroseconds: 5_000_000)
    do {
        while MonotonicClock.now() < end {
            Poll.waitUntilReadable(reader.descriptor, until: end)
            try reader.dispatch { _ in }
        }
        fail("\(path): still open after unplugging")
    } catch {
        print("unplugged: \(error)")
    }
}

func play(_ frames: some TouchFrameSource, as model: RobotModel) throws {
    let panel = try RobotTouchscreen(imitating: model)
    print("panel \(panel.devicePath)")
    let player = try RobotPlayer(
        frames, through: panel, start: MonotonicClock.now().advanced(byMicroseconds: 2_000_000))
    printReport(player.wait())
    // The reading program may be slow; touches that are down when the panel is removed are
    // cancelled.
    MonotonicClock.sleep(until: MonotonicClock.now().advanced(byMicroseconds: 1_000_000))
}

/// Returns a touch frame with one contact in the middle of the touchscreen.
func makeMiddleFrame(_ state: TouchContact.State, trackingID: Int32 = 1) -> TouchFrame {
    let contact = TouchContact(
        slot: 0, trackingID: trackingID, state: state, position: CGPoint(x: 0.5, y: 0.5))
    return TouchFrame(device: DeviceID(rawValue: 1), time: .zero, contacts: [contact])
}

/// Presses the middle of a touchscreen, sends no events for a time, and lifts.
func press(milliseconds: Int64) throws {
    let panel = try RobotTouchscreen()
    print("panel \(panel.devicePath)")
    var time = MonotonicClock.now().advanced(byMicroseconds: 2_000_000)
    MonotonicClock.sleep(until: time)
    try panel.send(makeMiddleFrame(.down))
    time = time.advanced(byMicroseconds: milliseconds * 1_000)
    MonotonicClock.sleep(until: time)
    try panel.send(makeMiddleFrame(.up))
    MonotonicClock.sleep(until: time.advanced(byMicroseconds: 1_000_000))
}

/// Taps the middle of a touchscreen for each line on standard input, until the input ends.
func tapForEachLine(as model: RobotModel) throws {
    let panel = try RobotTouchscreen(imitating: model)
    var trackingID: Int32 = 0
    while readLine() != nil {
        trackingID += 1
        try panel.send(makeMiddleFrame(.down, trackingID: trackingID))
        MonotonicClock.sleep(until: MonotonicClock.now().advanced(byMicroseconds: 100_000))
        try panel.send(makeMiddleFrame(.up, trackingID: trackingID))
    }
}

do {
    switch try RobotTask(Array(CommandLine.arguments.dropFirst())) {
    case .play(let frames, grabbed: true, let model): try playGrabbed(frames, as: model)
    case .play(let frames, grabbed: false, let model): try play(frames, as: model)
    case .press(let milliseconds): try press(milliseconds: milliseconds)
    case .tap(let model): try tapForEachLine(as: model)
    case .performFieldTest(let task): try LiveRobot.performFieldTest(task)
    }
} catch {
    fail("\(error)")
}
