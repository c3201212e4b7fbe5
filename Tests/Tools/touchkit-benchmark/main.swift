import CTouchTrackerInstructionCounter
import Glibc
import TouchKitCostScene

// scripts/bench touchkit: what delivering touches costs.

let movesOfRound = 240
let rounds = 40
let warmRounds = 5
/// Frames that are measured together.
let block = 24

/// Plays rounds on scenes in turn, so that whatever the machine does meanwhile hits all alike.
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

func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
}

func whole(_ number: Double) -> String { String(Int(number.rounded())) }

func hundredths(_ number: Double) -> String {
    let value = Int((number * 100).rounded())
    let rest = value % 100
    return "\(value / 100).\(rest < 10 ? "0" : "")\(rest)"
}

let counterError = instruction_counter_start()
func instructions(_ measurement: Measurement) -> String {
    counterError == 0
        ? whole(Measurement.percentile(0.5, of: measurement.instructions)) : "not available"
}

if counterError != 0 {
    print("instructions: not available (\(String(cString: strerror(counterError))))")
}
print("10 fingers × 240 frames a second, 200 views, 30 recognizers on the path; per frame:")
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
    ("none", .none), ("one wins", .exclusive), ("all go on", .together), ("all look on", .looking),
]
let scenes = plays.map { CostScene($0.play) }
let costs = measure(scenes)
for (index, play) in plays.enumerated() { report(play.name, costs.moves[index]) }
for (index, play) in plays.enumerated() {
    report("\(play.name): down, up", costs.ends[index])
}

let offPath = [1, 10, 100, 1_000]
print("the same, all looking on, with recognizers that aren't on the path of any finger:")
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
// Half as much again is more than what two runs of the same differ by.
let grown = otherCosts.moves.contains { $0.medianNanoseconds > 1.5 * base }
let allocated = (costs.moves + costs.ends + otherCosts.moves).contains { $0.allocations > 0 }
if grown { print("FAILED: the cost grows with recognizers that aren't on the path") }
if allocated { print("FAILED: a warm delivery allocates") }
exit(grown || allocated ? 1 : 0)
