import Testing
import TouchKit

/// Tests of `GestureArbiter` alone: permission, waiting and prevention.
@Suite("Gesture arbiter")
struct GestureArbiterTests {
    @Test(
        "R-4.15: A recognizer is asked before it begins; a refusal fails it without an action."
    )
    func shouldBegin() {
        var driver = ArbiterTestDriver()
        driver.down(1, "AB")
        driver.yes = [.begin("A")]
        driver.assign(.began, to: "A")
        #expect(driver.settle(.ended, of: "B") == ["A!began"])
        #expect(driver.asked.contains(.begin("A")) && driver.asked.contains(.begin("B")))
        #expect(driver.stage("A") == .active(hasChanged: false))
        #expect(driver.stage("B") == .finished(.failed))
        #expect(driver.rules("B").last == .shouldBegin)
    }

    @Test("R-6.5, R-6.6: Each ordered pair is asked once, when it first shares a finger.")
    func pairs() {
        var driver = ArbiterTestDriver()
        driver.down(1, "AB")
        _ = driver.settle()
        #expect(driver.asked == [.requires("A", "B"), .requires("B", "A")])
        driver.asked = []
        driver.down(2, "ABC")
        _ = driver.settle()
        #expect(
            driver.asked == [
                .requires("A", "C"), .requires("B", "C"), .requires("C", "A"), .requires("C", "B"),
            ])
    }

    @Test(
        "R-6.3: A waiting recognizer reads possible, and recognizes at once when the other fails.")
    func held() {
        var driver = ArbiterTestDriver()
        driver.yes = [.requires("A", "B"), .begin("A")]
        driver.down(1, "AB")
        #expect(driver.settle(.ended, of: "A") == [])
        #expect(driver.stage("A") == .waiting(.recognize))
        #expect(driver.stage("A").state == .possible)
        driver.asked = []
        #expect(driver.settle(.failed, of: "B") == ["A!ended"])
        #expect(!driver.asked.contains(.begin("A")), "it was asked before it waited")
    }

    @Test(
        "R-6.4: A recognizer that began and ended while waiting sends both actions, back to back.")
    func heldToTheEnd() {
        var driver = ArbiterTestDriver()
        driver.yes = [.requires("A", "B"), .begin("A")]
        driver.down(1, "AB")
        _ = driver.settle(.began, of: "A")
        driver.assign(.changed, to: "A")
        #expect(driver.settle(.ended, of: "A") == [])
        #expect(driver.settle(.failed, of: "B") == ["A!began", "A!ended"])
    }

    @Test(
        "R-6.1: A dependent recognizer fails when the other recognizes, waiting or not."
    )
    func requirementLost() {
        var driver = ArbiterTestDriver()
        driver.yes = [
            .requires("A", "B"), .requires("C", "B"), .begin("A"), .begin("B"), .begin("C"),
        ]
        driver.down(1, "ABC")
        _ = driver.settle(.ended, of: "A")
        #expect(driver.settle(.began, of: "B") == ["B!began"])
        #expect(driver.stage("A") == .finished(.failed))
        #expect(driver.stage("C") == .finished(.failed))
        #expect(driver.rules("C").last == .requirementLost)
    }

    @Test("R-6.2: A recognizer without a finger of the attempt counts as failed.")
    func requirementElsewhere() {
        var driver = ArbiterTestDriver()
        driver.yes = [.requires("A", "B"), .begin("A")]
        driver.down(1, "A")
        driver.down(2, "B")
        #expect(driver.settle(.ended, of: "A") == ["A!ended"])
    }

    @Test(
        "R-6.7: A cycle of requirements fails once no finger is down; other dependents recognize.")
    func cycle() {
        var driver = ArbiterTestDriver()
        driver.yes = [
            .requires("A", "B"), .requires("B", "A"), .requires("C", "A"), .begin("A"),
            .begin("B"), .begin("C"),
        ]
        driver.down(1, "ABC")
        driver.assign(.ended, to: "A")
        driver.assign(.ended, to: "B")
        #expect(driver.settle(.ended, of: "C") == [])
        driver.lift(1)
        #expect(driver.settle() == ["C!ended"])
        #expect(driver.rules("A").last == .cycle)
        #expect(driver.rules("B").last == .cycle)
    }

    /// A begins while B is possible: B fails if A prevents B, unless the two are simultaneous.
    @Test(
        "R-6.8, R-6.10: A possible recognizer is prevented, unless both may recognize.",
        arguments: [(true, false, true), (true, true, false), (false, false, false)])
    func prevention(prevents: Bool, together: Bool, fails: Bool) {
        var driver = ArbiterTestDriver()
        driver.yes = [.begin("A")]
        if prevents { driver.yes.insert(.prevents("A", "B")) }
        if together { driver.yes.insert(.together("A", "B")) }
        driver.down(1, "AB")
        #expect(driver.settle(.began, of: "A") == ["A!began"])
        #expect(driver.stage("B") == (fails ? .finished(.failed) : .analysing))
        #expect(driver.asked.contains(.together("A", "B")) == prevents)
    }

    @Test("R-6.11: An active recognizer blocks recognizers that recognize later.")
    func blocked() {
        var driver = ArbiterTestDriver()
        driver.yes = [.begin("A"), .begin("B"), .prevents("A", "B")]
        driver.down(1, "A")
        _ = driver.settle(.began, of: "A")
        driver.down(2, "AB")
        _ = driver.settle()
        #expect(driver.settle(.began, of: "B") == [])
        #expect(driver.rules("B").last == .blocked)
        #expect(driver.stage("A").state == .began)
    }

    @Test("R-6.10: An active recognizer that can't block another one is cancelled, with an action.")
    func overrun() {
        var driver = ArbiterTestDriver()
        driver.yes = [.begin("A"), .begin("B"), .prevents("B", "A")]
        driver.down(1, "AB")
        #expect(driver.settle(.began, of: "A") == ["A!began"])
        #expect(driver.settle(.began, of: "B") == ["A!cancelled", "B!began"])
        #expect(driver.stage("A") == .finished(.cancelled))
    }

    @Test("R-6.17: Recognizers that share no finger don't affect each other.")
    func disjoint() {
        var driver = ArbiterTestDriver()
        driver.yes = [.begin("A"), .begin("B"), .prevents("A", "B"), .prevents("B", "A")]
        driver.down(1, "A")
        driver.down(2, "B")
        driver.assign(.began, to: "A")
        #expect(driver.settle(.began, of: "B") == ["A!began", "B!began"])
    }

    @Test("R-6.15: Several ready recognizers are tried in order, taps of one view by tap count.")
    func order() {
        var driver = ArbiterTestDriver()
        let all = "ABC"
        driver.yes = [.begin("A"), .begin("B"), .begin("C")]
        for one in all { for other in all { driver.yes.insert(.prevents(one, other)) } }
        driver.down(1, all, taps: ["A": 1, "B": 2])
        for name in all { driver.assign(.ended, to: name) }
        #expect(driver.settle() == ["B!ended"])
    }

    @Test(
        "R-5.2, R-5.5: The effect of recognition on a finger, for each delivery property."
    )
    func claims() {
        let delaying = { (cancels: Bool, delays: Bool) -> RecognizerTraits in
            var traits = RecognizerTraits()
            traits.cancelsTouchesInView = cancels
            traits.delaysTouchesBegan = delays
            return traits
        }
        for (cancels, delays) in [(true, false), (true, true), (false, false), (false, true)] {
            var driver = ArbiterTestDriver()
            driver.yes = [.begin("A")]
            driver.down(1, "A", traits: ["A": delaying(cancels, delays)])
            _ = driver.settle()
            #expect(driver.deliver(1) == (delays ? .withhold : .began))
            driver.move(1)
            #expect(driver.settle(.began, of: "A") == ["A!began"])
            #expect(driver.isClaimed(1) == (cancels && !delays))
            #expect(
                driver.nextDelivery(1)
                    == (cancels || delays ? GestureStateTables.NextDelivery.none : .moved))
        }
    }

    @Test("R-5.8: A tap after one whose end is withheld is withheld as well.")
    func followUp() {
        var driver = ArbiterTestDriver()
        driver.down(1, "A")
        _ = driver.settle()
        #expect(driver.deliver(1) == .began)
        driver.lift(1)
        #expect(driver.deliver(1) == .withhold)
        driver.down(2, "A", after: 1)
        _ = driver.settle()
        #expect(driver.deliver(2) == .withhold)
        _ = driver.settle(.failed, of: "A")
        #expect(driver.nextDelivery(2) == .withhold)
        #expect(driver.deliver(1) == .ended)
        #expect(driver.deliver(2) == .began)
    }

    @Test("R-5.15: A finger that joins an active gesture is never delivered to its view.")
    func joining() {
        var driver = ArbiterTestDriver()
        driver.yes = [.begin("A")]
        driver.down(1, "A")
        _ = driver.settle(.began, of: "A")
        driver.down(2, "A")
        _ = driver.settle()
        #expect(driver.nextDelivery(2) == GestureStateTables.NextDelivery.none)
    }

    @Test("R-4.13, R-4.18: Disabling cancels with an action, removal without one.")
    func withdrawing() {
        for isRemoved in [false, true] {
            var driver = ArbiterTestDriver()
            driver.yes = [.begin("A")]
            driver.down(1, "AB")
            _ = driver.settle(.began, of: "A")
            driver.arbiter.withdraw(ArbiterTestDriver.id("A"), isRemoved: isRemoved)
            driver.arbiter.withdraw(ArbiterTestDriver.id("B"), isRemoved: isRemoved)
            #expect(driver.settle() == (isRemoved ? [] : ["A!cancelled"]))
            #expect(driver.stage("B") == .finished(.failed))
            #expect(driver.reset() == "AB")
            #expect(driver.arbiter.participants.isEmpty)
        }
    }

    @Test("The answer for a recognizer that was disabled during its question has no effect.")
    func withdrawnWhileAsked() {
        var driver = ArbiterTestDriver()
        driver.down(1, "A")
        driver.assign(.began, to: "A")
        #expect(driver.arbiter.nextQuestion() == .begin("A"))
        driver.arbiter.withdraw(ArbiterTestDriver.id("A"), isRemoved: false)
        driver.arbiter.answer(true)
        #expect(driver.settle() == [])
        #expect(driver.stage("A") == .finished(.failed))
    }

    @Test("R-10.9: A recognizer that waits confirms its transition when it is released.")
    func confirmation() {
        for confirms in [true, false] {
            var driver = ArbiterTestDriver()
            var traits = RecognizerTraits()
            traits.confirmsTransition = true
            driver.yes = [.begin("A"), .requires("A", "B")]
            if confirms { driver.yes.insert(.confirms(ArbiterTestDriver.id("A"))) }
            driver.down(1, "AB", traits: ["A": traits])
            #expect(driver.settle(.began, of: "A") == [])
            #expect(driver.asked.last == .begin("A"))
            driver.asked = []
            #expect(driver.settle(.failed, of: "B") == (confirms ? ["A!began"] : []))
            #expect(driver.asked == [.confirms(ArbiterTestDriver.id("A"))])
            #expect(driver.isClaimed(1) == false)
            #expect(driver.stage("A").isActive == confirms)
        }
    }

    @Test("R-10.9: A recognizer that is blocked, or disabled while it confirms, does not begin.")
    func noConfirmation() {
        var traits = RecognizerTraits()
        traits.confirmsTransition = true
        var blocked = ArbiterTestDriver()
        blocked.yes = [.begin("A"), .begin("B"), .prevents("A", "B"), .prevents("B", "A")]
        blocked.down(1, "AB", traits: ["B": traits])
        #expect(blocked.settle(.began, of: "A") == ["A!began"])
        #expect(blocked.settle(.began, of: "B") == [])
        #expect(!blocked.asked.contains(.confirms(ArbiterTestDriver.id("B"))))
        var disabled = ArbiterTestDriver()
        disabled.down(1, "A", traits: ["A": traits])
        disabled.assign(.began, to: "A")
        #expect(disabled.arbiter.nextQuestion() == .begin("A"))
        disabled.arbiter.answer(true)
        #expect(disabled.arbiter.nextQuestion() == .confirms(ArbiterTestDriver.id("A")))
        disabled.arbiter.withdraw(ArbiterTestDriver.id("A"), isRemoved: false)
        disabled.arbiter.answer(true)
        #expect(disabled.settle() == [])
        #expect(disabled.stage("A") == .finished(.failed))
    }

    @Test("R-10.6: A recognizer that only delays is asked nothing and prevents nothing.")
    func onlyDelays() {
        var traits = RecognizerTraits()
        traits.onlyDelays = true
        traits.delaysTouchesBegan = true
        var driver = ArbiterTestDriver()
        driver.yes = [
            .begin("A"), .requires("A", "B"), .requires("B", "A"), .prevents("A", "B"),
            .prevents("B", "A"),
        ]
        driver.down(1, "AB", traits: ["B": traits])
        #expect(driver.settle() == [])
        #expect(driver.asked == [])
        #expect(driver.nextDelivery(1) == .withhold)
        #expect(driver.settle(.began, of: "A") == ["A!began"])
        #expect(driver.asked == [.begin("A")])
        #expect(driver.stage("B") == .analysing)
    }

    @Test("A 65th contact is refused, until contacts that ended have been released.")
    func capacity() {
        var driver = ArbiterTestDriver()
        for finger in 1...ContactSet.capacity { driver.down(finger, "") }
        #expect(driver.arbiter.begin(after: nil, isRestricted: false) == nil)
        for finger in 1...2 {
            _ = driver.deliver(finger)
            driver.lift(finger)
        }
        #expect(driver.deliver(1) == .ended)
        driver.arbiter.releaseContacts()
        #expect(driver.arbiter.begin(after: nil, isRestricted: false) != nil)
        #expect(driver.arbiter.begin(after: nil, isRestricted: false) == nil)
    }
}
