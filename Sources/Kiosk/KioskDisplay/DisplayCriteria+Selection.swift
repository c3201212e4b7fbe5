extension DisplayCriteria {
    /// Returns the index path of the best mode on each card that fulfills the criteria, in the
    /// order of the cards. The result is not empty.
    ///
    /// The best mode of a card belongs to its first connector that fulfills the criteria.
    ///
    /// - Throws: `DisplayError` with the most specific reason if no card fulfills the criteria.
    package func indexPaths(among cards: [CardCandidate]) throws(DisplayError) -> [DisplayIndexPath]
    {
        var paths: [DisplayIndexPath] = []
        for (index, card) in cards.enumerated() {
            if let path = indexPath(on: card, at: index) { paths.append(path) }
        }
        if paths.isEmpty { throw selectionError(among: cards) }
        return paths
    }

    /// Returns the index path of the best mode on a card, or `nil` if the card does not fulfill the
    /// criteria.
    private func indexPath(on card: CardCandidate, at cardIndex: Int) -> DisplayIndexPath? {
        for (index, connector) in card.connectors.enumerated()
        where connector.isConnected && matchesName(of: connector)
            && (connector.isIdentified || !waitsForEDID)
        {
            if let mode = modeIndex(among: connector.modes) {
                return DisplayIndexPath(card: cardIndex, connector: index, mode: mode)
            }
        }
        return nil
    }

    /// Returns whether the connector's name fulfills the criteria.
    private func matchesName(of connector: CardCandidate.Connector) -> Bool {
        self.connector == nil || self.connector == connector.name
    }

    /// Returns the index of the best mode that fulfills the criteria, or `nil` if none does.
    ///
    /// The display's preferred mode is better than progressive modes, and these are better than
    /// interlaced ones. The driver's order decides between equal modes.
    package func modeIndex(among modes: [CardCandidate.Mode]) -> Int? {
        func rank(_ mode: CardCandidate.Mode) -> Int {
            mode.isPreferred ? 0 : mode.isInterlaced ? 2 : 1
        }
        return modes.indices
            .filter { mode?.matches(modes[$0].mode) ?? true }
            .min { (rank(modes[$0]), $0) < (rank(modes[$1]), $1) }
    }

    // MARK: Selection errors

    /// Returns the most specific error for cards that do not fulfill the criteria.
    private func selectionError(among cards: [CardCandidate]) -> DisplayError {
        missingModeError(among: cards) ?? openError(among: cards)
            ?? missingConnectorError(among: cards) ?? missingDisplayError(among: cards)
    }

    /// Returns the error for a connected display without a suitable mode, or `nil` if there is no
    /// such display.
    private func missingModeError(among cards: [CardCandidate]) -> DisplayError? {
        for card in cards {
            for connector in card.connectors
            where connector.isConnected && matchesName(of: connector) {
                let subject = "\(card.name) \(connector.name)"
                if waitsForEDID, !connector.isIdentified {
                    return DisplayError(
                        .notReady, subject: subject, cause: "the display's EDID can't be read yet",
                        remedy: "check its cable if this message persists")
                }
                guard let mode, !connector.modes.isEmpty else {
                    return DisplayError(
                        .notReady, subject: subject, cause: "the display reports no modes",
                        remedy: "check its cable, or choose another connector")
                }
                return DisplayError(
                    .missing, subject: subject, cause: "it has no mode \(mode.name)",
                    remedy: "use one of \(Self.list(connector.modes.map(\.mode.name)))")
            }
        }
        return nil
    }

    /// Returns the error for a card that could not be opened, or `nil` if all cards were opened.
    private func openError(among cards: [CardCandidate]) -> DisplayError? {
        var result: DisplayError?
        for card in cards {
            guard case .failed(let error) = card.content else { continue }
            // A missing card is the least specific error.
            if result == nil || result?.reason == .missing { result = error }
        }
        return result
    }

    /// Returns the error for a requested connector that is missing or has no display, or `nil` if
    /// no connector is requested.
    private func missingConnectorError(among cards: [CardCandidate]) -> DisplayError? {
        guard let connector else { return nil }
        for card in cards where card.connectors.contains(where: { $0.name == connector }) {
            return DisplayError(
                .notConnected, subject: "\(card.name) \(connector)",
                cause: "no display is connected to it",
                remedy: "connect one, or choose another connector")
        }
        let names = cards.flatMap { $0.connectors.map(\.name) }
        guard !names.isEmpty else { return nil }
        return DisplayError(
            .missing, subject: connector, cause: "there is no such connector",
            remedy: "use one of \(Self.list(names))")
    }

    /// Returns the error for a machine without a connected display.
    private func missingDisplayError(among cards: [CardCandidate]) -> DisplayError {
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

    /// Returns the first eight distinct names, separated by commas, for an error message.
    private static func list(_ names: [String]) -> String {
        var distinct: [String] = []
        for name in names where !distinct.contains(name) { distinct.append(name) }
        return distinct.count > 8
            ? distinct.prefix(8).joined(separator: ", ") + ", …" : distinct.joined(separator: ", ")
    }
}
