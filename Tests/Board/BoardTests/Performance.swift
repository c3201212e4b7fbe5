import TouchTrackerTestSupport

/// What fingers do on a board while somebody records it.
struct Performance: Sendable {
    let name: String
    let play: @Sendable (VirtualBoard) throws -> Void

    /// Each of them was recorded with `libinput record`: `Tests/Lab/LabRecordingsTests/Recordings/NAME.yml`.
    static let all = [
        Performance(name: "one-line") { board in
            try board.down(0, x: 100, y: 100)
            for step in 1...20 { try board.move(0, x: 100 + 30 * step, y: 100 + 15 * step) }
            try board.up(0)
        },
        Performance(name: "five-fingers") { board in
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
        Performance(name: "taps") { board in
            // The third one comes down where the one before was: the kernel doesn't repeat a place.
            for (x, y) in [(200, 200), (600, 200), (600, 200), (600, 400), (210, 400)] {
                try board.down(0, x: x, y: y)
                try board.up(0)
            }
        },
        Performance(name: "pinch") { board in
            try board.down(0, x: 380, y: 240)
            try board.down(1, x: 420, y: 240)
            for step in 1...18 {
                try board.frame { batch in
                    batch.move(0, x: 380 - 18 * step, y: 240 + 4 * step)
                    batch.move(1, x: 420 + 18 * step, y: 240 - 4 * step)
                }
            }
            // One finger goes and comes again while the other stays.
            try board.up(0)
            try board.move(1, x: 700, y: 100)
            try board.down(0, x: 60, y: 300)
            try board.frame { batch in
                batch.up(0)
                batch.up(1)
            }
        },
        Performance(name: "ten-fingers-at-random") { board in
            try playAtRandom(on: board, frames: 60, seed: 7)
        },
        Performance(name: "edges") { board in
            // The outermost pixels, and each finger in a slot that isn't the first free one.
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

    private static func playAtRandom(
        on board: VirtualBoard, frames: Int, seed: UInt64
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
