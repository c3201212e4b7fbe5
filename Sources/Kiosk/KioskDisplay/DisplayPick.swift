/// A mode of a connector of a card: places in a list of card listings.
package struct DisplayPick: Hashable, Sendable {
    /// The card's place in the list.
    package let card: Int
    /// The connector's place among the card's.
    package let connector: Int
    /// The mode's place among the connector's.
    package let mode: Int

    /// Makes a pick.
    package init(card: Int, connector: Int, mode: Int) {
        self.card = card
        self.connector = connector
        self.mode = mode
    }
}

extension DisplayRequest {
    /// Finds what fits the request: on each card that can show something, its first connector that
    /// does; cards in their order. Never empty.
    ///
    /// - Throws: `DisplayError` where nothing fits: the reason that says most, as one card without
    ///   a connector is no news where another lacks the mode.
    package func picks(among cards: [CardListing]) throws(DisplayError) -> [DisplayPick] {
        var picks: [DisplayPick] = []
        for (index, card) in cards.enumerated() {
            if let pick = pick(on: card, index) { picks.append(pick) }
        }
        if picks.isEmpty { throw trouble(among: cards) }
        return picks
    }

    private func pick(on card: CardListing, _ index: Int) -> DisplayPick? {
        for (place, connector) in card.connectors.enumerated()
        where connector.isConnected && isMeant(connector)
            && (connector.isIdentified || !waitsForEDID)
        {
            if let mode = modeIndex(among: connector.modes) {
                return DisplayPick(card: index, connector: place, mode: mode)
            }
        }
        return nil
    }

    private func isMeant(_ connector: CardListing.Connector) -> Bool {
        self.connector == nil || self.connector == connector.name
    }

    /// The place of the mode that was asked for, or of the preferred one; of several the preferred
    /// one, then those that show all lines at once, then the driver's order.
    package func modeIndex(among modes: [CardListing.Mode]) -> Int? {
        func rank(_ mode: CardListing.Mode) -> Int {
            mode.isPreferred ? 0 : mode.isInterlaced ? 2 : 1
        }
        return modes.indices
            .filter { mode?.matches(modes[$0].mode) ?? true }
            .min { (rank(modes[$0]), $0) < (rank(modes[$1]), $1) }
    }

    // MARK: Why nothing fits

    private func trouble(among cards: [CardListing]) -> DisplayError {
        missingMode(among: cards) ?? refusal(among: cards) ?? missingConnector(among: cards)
            ?? missingDisplay(among: cards)
    }

    private func missingMode(among cards: [CardListing]) -> DisplayError? {
        for card in cards {
            for connector in card.connectors where connector.isConnected && isMeant(connector) {
                let subject = "\(card.name) \(connector.name)"
                if waitsForEDID, !connector.isIdentified {
                    return DisplayError(
                        .notReady, subject: subject, cause: "the display's EDID can't be read yet",
                        remedy: "check its cable if this stays so")
                }
                guard let mode, !connector.modes.isEmpty else {
                    return DisplayError(
                        .notReady, subject: subject, cause: "the display tells no modes",
                        remedy: "check its cable, or choose another connector")
                }
                return DisplayError(
                    .missing, subject: subject, cause: "it has no mode \(mode.name)",
                    remedy: "use one of \(Self.list(connector.modes.map(\.mode.name)))")
            }
        }
        return nil
    }

    private func refusal(among cards: [CardListing]) -> DisplayError? {
        var refusal: DisplayError?
        for card in cards {
            guard case .refused(let error) = card.content else { continue }
            // Of what was refused, a card that isn't there says least.
            if refusal == nil || refusal?.reason == .missing { refusal = error }
        }
        return refusal
    }

    private func missingConnector(among cards: [CardListing]) -> DisplayError? {
        guard let connector else { return nil }
        for card in cards where card.connectors.contains(where: { $0.name == connector }) {
            return DisplayError(
                .notConnected, subject: "\(card.name) \(connector)",
                cause: "no display is connected to it",
                remedy: "plug one in, or choose another connector")
        }
        let names = cards.flatMap { $0.connectors.map(\.name) }
        guard !names.isEmpty else { return nil }
        return DisplayError(
            .missing, subject: connector, cause: "there is no such connector",
            remedy: "use one of \(Self.list(names))")
    }

    private func missingDisplay(among cards: [CardListing]) -> DisplayError {
        let remedy = "connect a display, or draw in memory with --display headless:800x480"
        if let card = cards.first(where: { !$0.connectors.isEmpty }) {
            return DisplayError(
                .notConnected, subject: card.name, cause: "no display is connected", remedy: remedy)
        }
        if let card = cards.first {
            return DisplayError(
                .notConnected, subject: card.name, cause: "the card has no connectors",
                remedy: remedy)
        }
        return DisplayError(
            .notConnected, subject: "/dev/dri", cause: "this machine has no graphics card",
            remedy: remedy)
    }

    /// Names for a line that somebody reads: each once, and not more than eight.
    private static func list(_ names: [String]) -> String {
        var kept: [String] = []
        for name in names where !kept.contains(name) { kept.append(name) }
        return kept.count > 8
            ? kept.prefix(8).joined(separator: ", ") + ", …" : kept.joined(separator: ", ")
    }
}
