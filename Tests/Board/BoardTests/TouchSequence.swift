import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// A scripted sequence of touches that is sent to a board and recorded there.
struct TouchSequence: Sendable {
    /// The file name of the committed recording, without `.yml`.
    let name: String
    /// Sends the touches to a board.
    let play: @Sendable (VirtualBoard) throws -> Void

    /// All sequences.
    ///
    /// `Tests/Lab/LabRecordingsTests/Recordings/NAME.yml` contains the recording of each, made with
    /// `libinput record`.
    static let all = [
        TouchSequence(name: "one-line") { board in
            try board.down(0, x: 100, y: 100)
            for step in 1...20 { try board.move(0, x: 100 + 30 * step, y: 100 + 15 * step) }
            try board.up(0)
        },
        TouchSequence(name: "five-fingers") { board in
            try board.frame { batch in
                for slot in 0..<5 { batch.down(slot, x: 100 + 130 * slot, y: 60) }
            }
            for step in 1...15 {
                try board.frame { batch in
                    for slot in 0..<5 {
                        batch.move(slot, x: 100 + 130 * slot, y: 60 + (5 + 5 * slot) * step)
                    }
                }
            }
            for slot in [2, 0, 4, 1, 3] { try board.up(slot) }
        },
        TouchSequence(name: "taps") { board in
            // The third tap repeats the second position, which the kernel then does not report
            // again.
            for (x, y) in [(200, 200), (600, 200), (600, 200), (600, 400), (210, 400)] {
                try board.tap(x: x, y: y)
            }
        },
        TouchSequence(name: "pinch") { board in
            try board.down(0, x: 380, y: 240)
            try board.down(1, x: 420, y: 240)
            for step in 1...18 {
                try board.frame { batch in
                    batch.move(0, x: 380 - 18 * step, y: 240 + 4 * step)
                    batch.move(1, x: 420 + 18 * step, y: 240 - 4 * step)
                }
            }
            // One contact lifts and goes down again while the other stays down.
            try board.up(0)
            try board.move(1, x: 700, y: 100)
            try board.down(0, x: 60, y: 300)
            try board.frame { batch in
                batch.up(0)
                batch.up(1)
            }
        },
        TouchSequence(name: "ten-fingers-at-random") { board in
            try sendRandomTouches(to: board, frames: 60, seed: 7)
        },
        TouchSequence(name: "edges") { board in
            // The outermost pixels, with slots that are not the first free ones.
            try board.frame { batch in
                batch.down(9, x: 0, y: 0)
                batch.down(3, x: 799, y: 0)
            }
            try board.down(6, x: 0, y: 479)
            try board.frame { batch in
                batch.move(9, x: 799, y: 479)
                batch.move(3, x: 0, y: 479)
                batch.move(6, x: 799, y: 0)
            }
            for slot in [3, 9, 6] { try board.up(slot) }
        },
    ]

    /// Sends frames in which random slots come down, move or lift, and lifts all of them at the
    /// end.
    static func sendRandomTouches(
        to board: VirtualBoard, frames: Int, seed: UInt64
    ) throws {
        var random = SeededRandom(seed: seed)
        var down: Set<Int> = []
        for _ in 0..<frames {
            try board.frame { batch in
                for slot in 0..<VirtualBoard.slotCount where random.next(below: 3) == 0 {
                    let x = random.next(below: 800)
                    let y = random.next(below: 480)
                    if !down.contains(slot) {
                        batch.down(slot, x: x, y: y)
                        down.insert(slot)
                    } else if random.next(below: 6) == 0 {
                        batch.up(slot)
                        down.remove(slot)
                    } else {
                        batch.move(slot, x: x, y: y)
                    }
                }
            }
        }
        for slot in down.sorted() { try board.up(slot) }
    }
}
