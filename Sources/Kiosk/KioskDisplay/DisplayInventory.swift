import KioskSystem
import TouchKitRaster

/// Every card and connector of a machine: which would be used, and why others can't be. A plain
/// value over what was read; it asks nobody.
package struct DisplayInventory: Hashable, Sendable {
    /// Why something isn't used, and what to do about it.
    package struct Reason: Hashable, Sendable {
        /// Why.
        package var cause: String
        /// What to do.
        package var remedy: String

        /// Makes a reason.
        package init(_ cause: String, _ remedy: String) {
            self.cause = cause
            self.remedy = remedy
        }

        init(_ error: DisplayError) {
            self.init(error.cause, error.remedy)
        }
    }

    /// What is asked for.
    package let request: DisplayRequest
    /// Every card.
    package let cards: [CardReport]
    /// What would be used, if it can be had; on a card that is held, once it is free.
    package let pick: DisplayPick?
    /// How pixels would lie in its buffers; nil where it offers nothing that is asked for.
    package let format: PixelFormat?
    /// Why it can't be used now; nil where it can.
    package let trouble: DisplayError?

    /// Looks at the machine; nothing is set and no card is kept.
    package init(lookingFor request: DisplayRequest) {
        self.init(request, cards: CardReport.all(for: request))
    }

    /// Judges what was read.
    package init(_ request: DisplayRequest, cards: [CardReport]) {
        self.request = request
        self.cards = cards
        let meant = cards.indices.filter { cards[$0].isMeant }
        do {
            let picks = try request.picks(among: meant.map { cards[$0].listing }).map {
                DisplayPick(card: meant[$0.card], connector: $0.connector, mode: $0.mode)
            }
            // As the kiosk does: the first card that can be mastered.
            let free = picks.first { cards[$0.card].master == nil }
            let pick = free ?? picks.first
            self.pick = pick
            let choice = pick.map {
                Self.format(for: request, on: cards[$0.card], at: $0.connector)
            }
            format = choice?.format
            trouble = pick.flatMap { Self.trouble(with: cards[$0.card]) } ?? choice?.trouble
        } catch {
            pick = nil
            format = nil
            trouble = error
        }
    }

    private static func format(
        for request: DisplayRequest, on card: CardReport, at place: Int
    ) -> (format: PixelFormat?, trouble: DisplayError?) {
        guard case .parts(let parts) = card.content else { return (nil, nil) }
        do {
            let subject = "\(card.name) \(parts.connectors[place].offer.name)"
            return (try request.format(among: parts.formats, of: subject), nil)
        } catch {
            return (nil, error)
        }
    }

    /// Why a card that offers what is asked for can't be used all the same.
    private static func trouble(with card: CardReport) -> DisplayError? {
        guard case .parts(let parts) = card.content else { return nil }
        if let master = parts.master { return .taken(card.name, by: master) }
        guard parts.hasPlainBuffers else {
            return DisplayError(
                .failed, subject: card.name,
                cause: "its driver \(parts.driver) has no plain buffers",
                remedy: "choose another card")
        }
        return nil
    }

    /// Why a card can't be used; nil where it can.
    package func reason(card index: Int) -> Reason? {
        let card = cards[index]
        switch card.content {
        case .refused(let error):
            return Reason(error)
        case .parts(let parts) where parts.connectors.isEmpty:
            return Reason(
                "it has no display part, it only computes",
                "connect the display to another card")
        case .parts:
            if let trouble = Self.trouble(with: card) { return Reason(trouble) }
            return card.isMeant
                ? nil : Reason("not asked for", "choose it with --card \(card.path)")
        }
    }

    /// Why a connector isn't used; nil where it would be.
    package func reason(card index: Int, connector place: Int) -> Reason? {
        if pick?.card == index, pick?.connector == place { return nil }
        let connector = cards[index].connectors[place]
        let name = connector.offer.name
        switch connector.connection {
        case .notConnected:
            return Reason("not connected", "plug a display in")
        case .unknown:
            return Reason(
                "it can't tell whether a display is connected",
                "if one is, say so on the kernel's command line: video=\(name):e")
        case .connected:
            break
        }
        let card = cards[index]
        if !card.isMeant || (request.connector.map { $0 != name } ?? false) {
            return Reason(
                "not asked for", "choose it with --card \(card.path) --connector \(name)")
        }
        if connector.offer.modes.isEmpty {
            return Reason(
                "the display tells no modes", "check its cable, or choose another connector")
        }
        if let mode = request.mode, request.modeIndex(among: connector.offer.modes) == nil {
            return Reason("it has no mode \(mode.name)", "use one of its modes")
        }
        return Reason(
            "another display comes first",
            "choose it with --card \(card.path) --connector \(name)")
    }

    /// The mode that a connector would show if it were used; nil where it can't show any.
    package func modeIndex(card index: Int, connector place: Int) -> Int? {
        request.modeIndex(among: cards[index].connectors[place].offer.modes)
    }
}

extension CardReport {
    fileprivate var master: FileHolders? {
        guard case .parts(let parts) = content else { return nil }
        return parts.master
    }
}
