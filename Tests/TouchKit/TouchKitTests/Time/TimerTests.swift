import Testing
import TouchKit
import TouchKitTesting

@Suite("Timers")
@MainActor
struct TimerTests {
    private final class Counter: UIResponder {
        static let count = Selector("count") { (counter: Counter) in counter.count }
        var userInfos: [String] = []

        func count(_ timer: Timer) {
            userInfos.append(timer.userInfo as? String ?? "")
        }
    }

    @Test("A timer that does not repeat fires once after its interval and is then invalid")
    func once() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        var times: [Double] = []
        let timer = Timer.scheduledTimer(withTimeInterval: 0.5, repeats: false) { timer in
            #expect(timer.isValid)
            times.append(simulator.application.now.seconds)
        }
        #expect(timer.timeInterval == 0)
        simulator.advance(by: 0.499_999)
        #expect(times.isEmpty)
        simulator.advance(by: 3)
        #expect(times == [0.5])
        #expect(!timer.isValid)
    }

    @Test("A repeating timer fires on its schedule until it is invalidated")
    func repeating() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        var times: [Double] = []
        let timer = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { timer in
            times.append(simulator.application.now.seconds)
            if times.count == 4 { timer.invalidate() }
        }
        #expect(timer.timeInterval == 0.1)
        simulator.advance(by: 2)
        #expect(times == [0.1, 0.2, 0.3, 0.4])
        #expect(!timer.isValid)
        #expect(simulator.application.nextDeadline == nil)
    }

    @Test("A repeating timer skips fire times that have passed and keeps its schedule")
    func late() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        let application = simulator.application
        var count = 0
        let timer = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { _ in count += 1 }
        // One late turn of the main loop, not a simulated second.
        application.advance(to: Timestamp(seconds: 1.05))
        #expect(count == 1)
        #expect(application.nextDeadline == Timestamp(seconds: 1.1))
        timer.invalidate()
    }

    @Test("A repeating timer whose block assigns the next fire time fires only then")
    func assignedFireTime() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        var times: [Double] = []
        let timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { timer in
            times.append(simulator.application.now.seconds)
            timer.timeUntilFire = times.count < 6 ? 0.25 : .infinity
        }
        simulator.advance(by: 5)
        #expect(times == [1, 1.25, 1.5, 1.75, 2, 2.25])
        #expect(timer.isValid)
        #expect(simulator.application.nextDeadline == nil)
        timer.invalidate()
    }

    @Test("fire() calls the block at once and does not change the schedule of a repeating timer")
    func fire() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        var times: [Double] = []
        let timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in
            times.append(simulator.application.now.seconds)
        }
        simulator.advance(by: 0.25)
        timer.fire()
        simulator.advance(to: 1)
        #expect(times == [0.25, 1])
        timer.invalidate()
        timer.fire()
        #expect(times.count == 2)

        let once = Timer(timeInterval: 1, repeats: false) { _ in times.append(0) }
        once.fire()
        #expect(!once.isValid)
        #expect(times == [0.25, 1, 0])
    }

    @Test("An unscheduled timer fires only after it was added to the run loop")
    func addition() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        var count = 0
        let timer = Timer(timeInterval: 0.5, repeats: false) { _ in count += 1 }
        simulator.advance(by: 1)
        #expect(count == 0)
        RunLoop.main.add(timer, forMode: .common)
        RunLoop.main.add(timer, forMode: .common)
        simulator.advance(by: 0.5)
        #expect(count == 1)
    }

    @Test("The run loop retains a timer and the timer its target until it is invalidated")
    func lifetime() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        weak var target: Counter?
        weak var timer: Timer?
        do {
            let counter = Counter()
            target = counter
            timer = Timer.scheduledTimer(
                timeInterval: 0.5, target: counter, selector: Counter.count, userInfo: "tick",
                repeats: true)
        }
        simulator.advance(by: 1)
        #expect(target?.userInfos == ["tick", "tick"])
        timer?.invalidate()
        #expect(target == nil)
        #expect(timer == nil)
    }

    @Test("An interval of zero or less counts as 0.1 milliseconds", arguments: [0, -1, .nan])
    func zeroInterval(interval: Double) {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        var count = 0
        let timer = Timer.scheduledTimer(withTimeInterval: interval, repeats: true) { _ in
            count += 1
        }
        #expect(timer.timeInterval == 0.000_1)
        simulator.advance(by: 0.001)
        #expect(count == 10)
        timer.invalidate()
    }
}
