import CTouchTrackerInstructionCounter
import Glibc
import TouchKitCostScene

// scripts/bench touchkit: measures the cost of delivering touches to views and gesture recognizers.

/// The number of touch frames with movements in a round.
let movesOfRound = 240
/// The number of measured rounds.
let rounds = 40
/// The number of rounds before the measurement.
let warmRounds = 5
/// The number of frames that are measured together.
let block = 24

/// Measures all scenes, alternating between them, so that other load of the machine affects all
/// equally.
@MainActor
func measure(_ scenes: [CostScene]) -> (moves: [Measurement], ends: [Measurement]) {
    var moves = scenes.map { _ in Measurement() }
    var ends = scenes.map { _ in Measurement() }
    for number in 0..<(warmRounds + rounds) {
        let isWarm = number >= warmRounds
        let frames = scenes.map { $0.nextRound(moves: movesOfRound) }
        func run(_ index: Int, _ isEnd: Bool, _ count: Int, _ body: () -> Void) {
            if !isWarm {
                body()
            } else if isEnd {
                ends[index].measure(frames: count, body)
            } else {
                moves[index].measure(frames: count, body)
            }
        }
        for (index, scene) in scenes.enumerated() {
            run(index, true, 1) { scene.deliver(frames[index].down) }
        }
        for first in stride(from: 0, to: movesOfRound, by: block) {
            for (index, scene) in scenes.enumerated() {
                run(index, false, block) {
                    for step in first..<(first + block) { scene.deliver(frames[index].moves[step]) }
                }
            }
        }
        for (index, scene) in scenes.enumerated() {
            run(index, true, 1) { scene.deliver(frames[index].up) }
        }
    }
    return (moves, ends)
}

/// Returns `text` right-aligned in `width` columns.
func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
}

/// Returns a number rounded to an integer.
func whole(_ number: Double) -> String { String(Int(number.rounded())) }

/// Returns a number with two decimals.
func hundredths(_ number: Double) -> String {
    let value = Int((number * 100).rounded())
    let rest = value % 100
    return "\(value / 100).\(rest < 10 ? "0" : "")\(rest)"
}

/// The error of opening the instruction counter (perf_event_open(2)), or 0.
let counterError = instruction_counter_start()
func instructions(_ measurement: Measurement) -> String {
    counterError == 0
        ? whole(Measurement.percentile(0.5, of: measurement.instructions)) : "not available"
}

if counterError != 0 {
    print("instructions: not available (\(String(cString: strerror(counterError))))")
}
print("10 contacts × 240 frames per second, 200 views, 30 recognizers in the hit path; per frame:")
print("  recognizers          ns median      ns 99 %   instructions  allocations")

func report(_ name: String, _ measurement: Measurement) {
    print(
        "  " + name + String(repeating: " ", count: max(1, 20 - name.count))
            + padded(whole(measurement.medianNanoseconds), 10)
            + padded(whole(Measurement.percentile(0.99, of: measurement.nanoseconds)), 13)
            + padded(instructions(measurement), 15)
            + padded(hundredths(measurement.allocationsPerFrame), 13))
}

let plays: [(name: String, play: CostScene.Play)] = [
    ("none", .none), ("one recognizes", .exclusive), ("all recognize", .together),
    ("all analyse", .looking),
]
let scenes = plays.map { CostScene($0.play) }
let costs = measure(scenes)
for (index, play) in plays.enumerated() { report(play.name, costs.moves[index]) }
for (index, play) in plays.enumerated() {
    report("\(play.name): down, up", costs.ends[index])
}

let offPath = [1, 10, 100, 1_000]
print("all analyse, with additional recognizers outside the hit path:")
let others = offPath.map { CostScene(.looking, offPath: $0) }
let otherCosts = measure(others)
let base = otherCosts.moves[0].medianNanoseconds
for (index, count) in offPath.enumerated() {
    let moves = otherCosts.moves[index]
    print(
        "  \(padded(String(count), 5))  \(padded(whole(moves.medianNanoseconds), 8)) ns"
            + "  × \(hundredths(moves.medianNanoseconds / base))"
            + "  \(instructions(moves))  \(hundredths(moves.allocationsPerFrame)) allocations")
}
// Two runs of the same scene differ by less than half.
let grown = otherCosts.moves.contains { $0.medianNanoseconds > 1.5 * base }
let allocated = (costs.moves + costs.ends + otherCosts.moves).contains { $0.allocations > 0 }
if grown { print("FAILED: the cost grows with recognizers outside the hit path") }
if allocated { print("FAILED: a warm delivery allocates") }
exit(grown || allocated ? 1 : 0)
