import Testing
import TouchKit

/// Who may recognize, who waits, who is prevented: the arbiter by itself.
@Suite("Arbiter")
struct GestureArbiterTests {
    @Test("R-4.15: whoever leaves possible is asked first; a no makes it fail, without an action.")
    func shouldBegin() {
        var referee = Referee()
        referee.down(1, "AB")
        referee.yes = [.begin("A")]
        referee.assign(.began, to: "A")
        referee.assign(.ended, to: "B")
        #expect(referee.settle() == ["A!began"])
        #expect(referee.asked.contains(.begin("A")) && referee.asked.contains(.begin("B")))
        #expect(referee.stage("A") == .active(hasChanged: false))
        #expect(referee.stage("B") == .over(.failed))
        #expect(referee.rules("B").last == .shouldBegin)
    }

    @Test("R-6.5, R-6.6: each ordered pair is asked once, when it first shares a finger.")
    func pairs() {
        var referee = Referee()
        referee.down(1, "AB")
        _ = referee.settle()
        #expect(referee.asked == [.requires("A", "B"), .requires("B", "A")])
        referee.asked = []
        referee.down(2, "ABC")
        _ = referee.settle()
        #expect(
            referee.asked == [
                .requires("A", "C"), .requires("B", "C"), .requires("C", "A"), .requires("C", "B"),
            ])
    }

    @Test("R-6.3: whoever waits reads possible, and goes on at once when the other fails.")
    func held() {
        var referee = Referee()
        referee.yes = [.requires("A", "B"), .begin("A")]
        referee.down(1, "AB")
        referee.assign(.ended, to: "A")
        #expect(referee.settle() == [])
        #expect(referee.stage("A") == .held(.recognize))
        #expect(referee.stage("A").state == .possible)
        referee.asked = []
        referee.assign(.failed, to: "B")
        #expect(referee.settle() == ["A!ended"])
        #expect(!referee.asked.contains(.begin("A")), "it was asked before it waited")
    }

    @Test("R-6.4: what began and ended while it waited sends both, back to back.")
    func heldToTheEnd() {
        var referee = Referee()
        referee.yes = [.requires("A", "B"), .begin("A")]
        referee.down(1, "AB")
        referee.assign(.began, to: "A")
        _ = referee.settle()
        referee.assign(.changed, to: "A")
        referee.assign(.ended, to: "A")
        #expect(referee.settle() == [])
        referee.assign(.failed, to: "B")
        #expect(referee.settle() == ["A!began", "A!ended"])
    }

    @Test("R-6.1: whoever waits fails when the other recognizes, waiting or not yet.")
    func requirementLost() {
        var referee = Referee()
        referee.yes = [
            .requires("A", "B"), .requires("C", "B"), .begin("A"), .begin("B"), .begin("C"),
        ]
        referee.down(1, "ABC")
        referee.assign(.ended, to: "A")
        _ = referee.settle()
        referee.assign(.began, to: "B")
        #expect(referee.settle() == ["B!began"])
        #expect(referee.stage("A") == .over(.failed))
        #expect(referee.stage("C") == .over(.failed))
        #expect(referee.rules("C").last == .requirementLost)
    }

    @Test("R-6.2: whoever takes no part in a finger of the attempt counts as failed.")
    func requirementElsewhere() {
        var referee = Referee()
        referee.yes = [.requires("A", "B"), .begin("A")]
        referee.down(1, "A")
        referee.down(2, "B")
        referee.assign(.ended, to: "A")
        #expect(referee.settle() == ["A!ended"])
    }

    @Test("R-6.7: those who wait for each other fail once no finger is down; others go on then.")
    func cycle() {
        var referee = Referee()
        referee.yes = [
            .requires("A", "B"), .requires("B", "A"), .requires("C", "A"), .begin("A"),
            .begin("B"), .begin("C"),
        ]
        referee.down(1, "ABC")
        referee.assign(.ended, to: "A")
        referee.assign(.ended, to: "B")
        referee.assign(.ended, to: "C")
        #expect(referee.settle() == [])
        referee.lift(1)
        #expect(referee.settle() == ["C!ended"])
        #expect(referee.rules("A").last == .cycle)
        #expect(referee.rules("B").last == .cycle)
    }

    /// Whether A prevents B, whether both may: what becomes of B that is possible.
    @Test(
        "R-6.8, R-6.10: who is possible is prevented, unless both may.",
        arguments: [(true, false, true), (true, true, false), (false, false, false)])
    func prevention(prevents: Bool, together: Bool, fails: Bool) {
        var referee = Referee()
        referee.yes = [.begin("A")]
        if prevents { referee.yes.insert(.prevents("A", "B")) }
        if together { referee.yes.insert(.together("A", "B")) }
        referee.down(1, "AB")
        referee.assign(.began, to: "A")
        #expect(referee.settle() == ["A!began"])
        #expect(referee.stage("B") == (fails ? .over(.failed) : .analysing))
        #expect(referee.asked.contains(.together("A", "B")) == prevents)
    }

    @Test("R-6.11: who is active stands in the way of those who come later.")
    func blocked() {
        var referee = Referee()
        referee.yes = [.begin("A"), .begin("B"), .prevents("A", "B")]
        referee.down(1, "A")
        referee.assign(.began, to: "A")
        _ = referee.settle()
        referee.down(2, "AB")
        _ = referee.settle()
        referee.assign(.began, to: "B")
        #expect(referee.settle() == [])
        #expect(referee.rules("B").last == .blocked)
        #expect(referee.stage("A").state == .began)
    }

    @Test("R-6.10: who is active and can't stand in the way is cancelled, with an action.")
    func overrun() {
        var referee = Referee()
        referee.yes = [.begin("A"), .begin("B"), .prevents("B", "A")]
        referee.down(1, "AB")
        referee.assign(.began, to: "A")
        #expect(referee.settle() == ["A!began"])
        referee.assign(.began, to: "B")
        #expect(referee.settle() == ["A!cancelled", "B!began"])
        #expect(referee.stage("A") == .over(.cancelled))
    }

    @Test("R-6.17: those who share no finger leave each other alone.")
    func disjoint() {
        var referee = Referee()
        referee.yes = [.begin("A"), .begin("B"), .prevents("A", "B"), .prevents("B", "A")]
        referee.down(1, "A")
        referee.down(2, "B")
        referee.assign(.began, to: "A")
        referee.assign(.began, to: "B")
        #expect(referee.settle() == ["A!began", "B!began"])
    }

    @Test("R-6.15: several that are ready are tried in their order, taps of one view by count.")
    func order() {
        var referee = Referee()
        let all = "ABC"
        referee.yes = [.begin("A"), .begin("B"), .begin("C")]
        for one in all { for other in all { referee.yes.insert(.prevents(one, other)) } }
        referee.down(1, all, taps: ["A": 1, "B": 2])
        for name in all { referee.assign(.ended, to: name) }
        #expect(referee.settle() == ["B!ended"])
    }

    @Test("R-5.2, R-5.5: what a recognition does to the finger of a view.")
    func claims() {
        let delaying = { (cancels: Bool, delays: Bool) -> RecognizerTraits in
            var traits = RecognizerTraits()
            traits.cancelsTouchesInView = cancels
            traits.delaysTouchesBegan = delays
            return traits
        }
        for (cancels, delays) in [(true, false), (true, true), (false, false), (false, true)] {
            var referee = Referee()
            referee.yes = [.begin("A")]
            referee.down(1, "A", traits: ["A": delaying(cancels, delays)])
            _ = referee.settle()
            #expect(referee.tell(1) == (delays ? .withhold : .began))
            referee.move(1)
            referee.assign(.began, to: "A")
            #expect(referee.settle() == ["A!began"])
            #expect(referee.isClaimed(1) == (cancels && !delays))
            #expect(referee.telling(1) == (cancels || delays ? ArbiterTables.Telling.none : .moved))
        }
    }

    @Test("R-5.8: a tap that follows one whose end is withheld is withheld as well.")
    func followUp() {
        var referee = Referee()
        referee.down(1, "A")
        _ = referee.settle()
        #expect(referee.tell(1) == .began)
        referee.lift(1)
        #expect(referee.tell(1) == .withhold)
        referee.down(2, "A", after: 1)
        _ = referee.settle()
        #expect(referee.tell(2) == .withhold)
        referee.assign(.failed, to: "A")
        _ = referee.settle()
        #expect(referee.telling(2) == .withhold)
        #expect(referee.tell(1) == .ended)
        #expect(referee.tell(2) == .began)
    }

    @Test("R-5.15: a finger that joins a gesture under way never gets to its view.")
    func joining() {
        var referee = Referee()
        referee.yes = [.begin("A")]
        referee.down(1, "A")
        referee.assign(.began, to: "A")
        _ = referee.settle()
        referee.down(2, "A")
        _ = referee.settle()
        #expect(referee.telling(2) == ArbiterTables.Telling.none)
    }

    @Test("R-4.13, R-4.18: disabled is cancelled with an action, removed without one.")
    func withdrawing() {
        for isRemoved in [false, true] {
            var referee = Referee()
            referee.yes = [.begin("A")]
            referee.down(1, "AB")
            referee.assign(.began, to: "A")
            _ = referee.settle()
            referee.arbiter.withdraw(Referee.id("A"), isRemoved: isRemoved)
            referee.arbiter.withdraw(Referee.id("B"), isRemoved: isRemoved)
            #expect(referee.settle() == (isRemoved ? [] : ["A!cancelled"]))
            #expect(referee.stage("B") == .over(.failed))
            #expect(referee.reset() == "AB")
            #expect(referee.arbiter.participants.isEmpty)
        }
    }

    @Test("A question whose recognizer was disabled by who was asked is of no consequence.")
    func withdrawnWhileAsked() {
        var referee = Referee()
        referee.down(1, "A")
        referee.assign(.began, to: "A")
        #expect(referee.arbiter.nextQuestion() == .begin("A"))
        referee.arbiter.withdraw(Referee.id("A"), isRemoved: false)
        referee.arbiter.answer(true)
        #expect(referee.settle() == [])
        #expect(referee.stage("A") == .over(.failed))
    }

    @Test("A 65th contact has no place, and a place is given away when nobody needs it any more.")
    func capacity() {
        var referee = Referee()
        for finger in 1...ContactSet.capacity { referee.down(finger, "") }
        #expect(referee.arbiter.begin(after: nil, isRestricted: false) == nil)
        for finger in 1...2 {
            _ = referee.tell(finger)
            referee.lift(finger)
        }
        #expect(referee.tell(1) == .ended)
        referee.arbiter.forgetContacts()
        #expect(referee.arbiter.begin(after: nil, isRestricted: false) != nil)
        #expect(referee.arbiter.begin(after: nil, isRestricted: false) == nil)
    }
}
