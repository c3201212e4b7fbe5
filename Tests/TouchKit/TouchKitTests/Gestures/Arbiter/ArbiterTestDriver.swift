import Testing
import TouchKit

/// Drives a `GestureArbiter` in tests: letters name recognizers, numbers name fingers, and a set
/// contains the questions that are answered with yes.
struct ArbiterTestDriver {
    var arbiter = GestureArbiter()
    /// The questions that are answered with yes. All others are answered with no.
    var yes: Set<ArbiterQuestion> = []
    /// The questions so far. Tests clear the list between steps.
    var asked: [ArbiterQuestion] = []
    private var contacts: [Int: ContactID] = [:]
    private let view = ViewStub()

    /// An object whose identity stands for a view.
    final class ViewStub {}

    init() {
        arbiter.recordsDecisions = true
    }

    static func id(_ name: Character) -> RecognizerID {
        RecognizerID(number: Int(name.asciiValue ?? 0))
    }

    /// Puts a finger down and adds it to the recognizers in the given order.
    mutating func down(
        _ finger: Int, _ recognizers: String, taps: [Character: Int] = [:],
        traits: [Character: RecognizerTraits] = [:], after: Int? = nil
    ) {
        let predecessor = after.flatMap { contacts[$0] }
        guard let contact = arbiter.begin(after: predecessor, isRestricted: false) else {
            Issue.record("finger \(finger): no contact is available")
            return
        }
        contacts[finger] = contact
        for name in recognizers {
            var own = traits[name] ?? RecognizerTraits()
            own.tapCount = taps[name] ?? own.tapCount
            let index = arbiter.addParticipant(
                Self.id(name),
                order: RecognizerOrder(depth: 1, addition: Int(name.asciiValue ?? 0)),
                of: ObjectIdentifier(view), traits: own)
            arbiter.addContact(contact, toParticipantAt: index)
        }
    }

    mutating func move(_ finger: Int) {
        if let contact = contacts[finger] { arbiter.recordMove(of: contact, isAwayFromStart: true) }
    }

    mutating func lift(_ finger: Int) {
        if let contact = contacts[finger] { arbiter.recordLift(of: contact) }
    }

    mutating func assign(_ state: UIGestureRecognizer.State, to name: Character) {
        arbiter.assign(state, to: Self.id(name))
    }

    /// Answers all questions of the arbiter and returns its actions, such as `A!began`.
    mutating func settle() -> [String] {
        while let question = arbiter.nextQuestion() {
            asked.append(question)
            arbiter.answer(yes.contains(question))
        }
        var actions: [String] = []
        while let (index, state) = arbiter.nextAction() {
            actions.append("\(name(at: index))!\(state)")
        }
        return actions
    }

    /// Assigns a state, answers all questions and returns the actions.
    mutating func settle(_ state: UIGestureRecognizer.State, of name: Character) -> [String] {
        assign(state, to: name)
        return settle()
    }

    /// Resets the finished recognizers and returns their names.
    mutating func reset() -> String {
        var names = ""
        while true {
            let before = arbiter.participants.map(\.id)
            guard let (index, _) = arbiter.removeNextFinished(unlessDeferred: false) else {
                return names
            }
            names.append(Self.name(of: before[index]))
        }
    }

    func stage(_ name: Character) -> GestureStage { arbiter.stage(of: Self.id(name)) }

    /// Returns the next delivery of a finger to its view without performing it.
    func nextDelivery(_ finger: Int) -> GestureStateTables.NextDelivery? {
        contacts[finger].map { nextDelivery(for: $0) }
    }

    private func nextDelivery(for contact: ContactID) -> GestureStateTables.NextDelivery {
        let plan = arbiter.deliveryPlan(for: ContactSet(contact))
        if plan.began.contains(contact) { return .began }
        if plan.moved.contains(contact) { return .moved }
        if plan.ended.contains(contact) { return .ended }
        if plan.cancelled.contains(contact) { return .cancelled }
        if plan.withheld.contains(contact) { return .withhold }
        return plan.suppressed.contains(contact) ? .suppress : .none
    }

    /// Performs and returns the next delivery of a finger to its view.
    mutating func deliver(_ finger: Int) -> GestureStateTables.NextDelivery? {
        guard let contact = contacts[finger] else { return nil }
        let delivery = nextDelivery(for: contact)
        switch delivery {
        case .began: arbiter.recordDelivery(of: .began, for: contact)
        case .moved: arbiter.recordDelivery(of: .moved, for: contact)
        case .ended: arbiter.recordDelivery(of: .ended, for: contact)
        case .cancelled: arbiter.recordDelivery(of: .cancelled, for: contact)
        case .withhold, .suppress, .none:
            arbiter.recordUndelivered(arbiter.deliveryPlan(for: ContactSet(contact)))
        }
        return delivery
    }

    func isClaimed(_ finger: Int) -> Bool {
        contacts[finger].map { arbiter.claimedContacts.contains($0) } ?? false
    }

    /// Removes the recorded decisions on a recognizer and returns their rules.
    mutating func rules(_ name: Character) -> [GestureRule] {
        defer { arbiter.recordedDecisions.removeAll { $0.recognizer == Self.id(name) } }
        return arbiter.recordedDecisions.filter { $0.recognizer == Self.id(name) }.map(\.rule)
    }

    private func name(at index: Int) -> Character { Self.name(of: arbiter.participants[index].id) }

    private static func name(of id: RecognizerID) -> Character {
        Character(UnicodeScalar(UInt8(id.number)))
    }
}

extension ArbiterQuestion {
    static func begin(_ name: Character) -> Self { .shouldBegin(ArbiterTestDriver.id(name)) }
    static func requires(_ name: Character, _ other: Character) -> Self {
        .requiresFailure(ArbiterTestDriver.id(name), of: ArbiterTestDriver.id(other))
    }
    static func prevents(_ name: Character, _ other: Character) -> Self {
        .prevents(ArbiterTestDriver.id(name), ArbiterTestDriver.id(other))
    }
    static func together(_ name: Character, _ other: Character) -> Self {
        .simultaneously(ArbiterTestDriver.id(name), ArbiterTestDriver.id(other))
    }
}
