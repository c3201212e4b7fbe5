import TouchKit

/// Feeds an arbiter by hand: recognizers and contacts are letters and numbers, answers come from a
/// list, and what it decides is written down.
struct Referee {
    var arbiter = GestureArbiter()
    /// Questions that are answered with yes; all others with no.
    var yes: Set<ArbiterQuestion> = []
    /// What was asked since the last look.
    var asked: [ArbiterQuestion] = []
    private var contacts: [Int: ContactID] = [:]
    private let views: [Character: NSView] = ["a": NSView(), "b": NSView()]

    /// Stands for a view.
    final class NSView {}

    init() {
        arbiter.isKeepingJournal = true
    }

    static func id(_ name: Character) -> RecognizerID {
        RecognizerID(number: Int(name.asciiValue ?? 0))
    }

    /// A finger comes down, and these recognizers take part, in this order.
    mutating func down(
        _ finger: Int, _ recognizers: String, taps: [Character: Int] = [:],
        traits: [Character: RecognizerTraits] = [:], after: Int? = nil
    ) {
        let predecessor = after.flatMap { contacts[$0] }
        guard let contact = arbiter.begin(after: predecessor, isRestricted: false) else { return }
        contacts[finger] = contact
        for name in recognizers {
            var own = traits[name] ?? RecognizerTraits()
            own.tapCount = taps[name] ?? own.tapCount
            guard let view = views["a"] else { continue }
            let index = arbiter.enter(
                Self.id(name),
                order: RecognizerOrder(depth: 1, addition: Int(name.asciiValue ?? 0)),
                of: ObjectIdentifier(view), traits: own)
            arbiter.join(index, contact)
        }
    }

    mutating func move(_ finger: Int) {
        if let contact = contacts[finger] { arbiter.moved(contact, fromBeginning: true) }
    }

    mutating func lift(_ finger: Int) {
        if let contact = contacts[finger] { arbiter.lifted(contact) }
    }

    mutating func assign(_ state: UIGestureRecognizer.State, to name: Character) {
        arbiter.assign(state, to: Self.id(name))
    }

    /// Answers until nothing is asked any more, and gives the actions: `A!began`.
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

    /// Resets those who are through: their names.
    mutating func reset() -> String {
        var names = ""
        while let index = arbiter.participants.firstIndex(where: { $0.stage.state != .possible }),
            arbiter.hasReset(unless: false)
        {
            _ = index
            let before = arbiter.participants.map(\.id)
            guard let (place, _) = arbiter.nextReset(unless: false) else { break }
            names.append(Self.name(of: before[place]))
        }
        return names
    }

    func stage(_ name: Character) -> GestureStage { arbiter.stage(of: Self.id(name)) }

    func telling(_ finger: Int) -> ArbiterTables.Telling? {
        contacts[finger].map { arbiter.telling(of: $0) }
    }

    /// Tells the view what it hears next.
    mutating func tell(_ finger: Int) -> ArbiterTables.Telling? {
        guard let contact = contacts[finger] else { return nil }
        let telling = arbiter.telling(of: contact)
        switch telling {
        case .began: arbiter.told(.began, of: contact)
        case .moved: arbiter.told(.moved, of: contact)
        case .ended: arbiter.told(.ended, of: contact)
        case .cancelled: arbiter.told(.cancelled, of: contact)
        case .withhold, .forget, .none:
            arbiter.settle(arbiter.tellings(of: ContactSet(contact)))
        }
        return telling
    }

    func isClaimed(_ finger: Int) -> Bool {
        contacts[finger].map { arbiter.claimed.contains($0) } ?? false
    }

    /// The rules of what was decided on a recognizer since the last look.
    mutating func rules(_ name: Character) -> [GestureRule] {
        defer { arbiter.journal.removeAll { $0.recognizer == Self.id(name) } }
        return arbiter.journal.filter { $0.recognizer == Self.id(name) }.map(\.rule)
    }

    private func name(at index: Int) -> Character { Self.name(of: arbiter.participants[index].id) }

    private static func name(of id: RecognizerID) -> Character {
        Character(UnicodeScalar(UInt8(id.number)))
    }
}

extension ArbiterQuestion {
    static func begin(_ name: Character) -> Self { .shouldBegin(Referee.id(name)) }
    static func requires(_ name: Character, _ other: Character) -> Self {
        .requiresFailure(Referee.id(name), of: Referee.id(other))
    }
    static func prevents(_ name: Character, _ other: Character) -> Self {
        .prevents(Referee.id(name), Referee.id(other))
    }
    static func together(_ name: Character, _ other: Character) -> Self {
        .simultaneously(Referee.id(name), Referee.id(other))
    }
}
