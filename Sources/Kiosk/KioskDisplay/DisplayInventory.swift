import KioskSystem
import TouchKitRaster

/// All cards and connectors of the machine, with the display that the criteria select and the
/// reason why each other card and connector is not used.
package struct DisplayInventory: Hashable, Sendable {
    /// The reason why a card or connector is not used, with a remedy.
    package struct Reason: Hashable, Sendable {
        /// The cause, for example `not connected`.
        package var cause: String
        /// The user's action after which the card or connector can be used.
        package var remedy: String

        /// Creates a reason.
        package init(_ cause: String, _ remedy: String) {
            self.cause = cause
            self.remedy = remedy
        }

        /// Creates a reason from an error.
        init(_ error: DisplayError) {
            self.init(error.cause, error.remedy)
        }
    }

    /// The criteria for the display.
    package let criteria: DisplayCriteria
    /// The diagnostics of all cards.
    package let cards: [CardDiagnostics]
    /// The selected display, or `nil` if no display fulfills the criteria. Another program may be
    /// using the display.
    package let selection: DisplayIndexPath?
    /// The pixel format of the selected display's buffers, or `nil` if no format is available.
    package let format: PixelFormat?
    /// The error that prevents using a display, or `nil` if the selected display is usable.
    package let error: DisplayError?

    /// Probes the machine's cards. Changes no setting and keeps no card open.
    package init(probingFor criteria: DisplayCriteria) {
        self.init(criteria, cards: CardDiagnostics.all(for: criteria))
    }

    /// Creates an inventory from the diagnostics of the cards.
    package init(_ criteria: DisplayCriteria, cards: [CardDiagnostics]) {
        self.criteria = criteria
        self.cards = cards
        let matching = cards.indices.filter { cards[$0].matchesCriteria }
        do {
            let paths = try criteria.indexPaths(among: matching.map { cards[$0].candidate }).map {
                DisplayIndexPath(
                    card: matching[$0.card], connector: $0.connector, mode: $0.mode)
            }
            // `MasteredDisplay.open(_:on:)` selects in the same way.
            let available = paths.first { cards[$0.card].competitors == nil }
            let selection = available ?? paths.first
            self.selection = selection
            let result = selection.map {
                Self.selectFormat(for: criteria, on: cards[$0.card], connector: $0.connector)
            }
            format = result?.format
            error = selection.flatMap { Self.error(of: cards[$0.card]) } ?? result?.error
        } catch {
            selection = nil
            format = nil
            self.error = error
        }
    }

    /// Returns the pixel format for a display, or the error of selecting one.
    private static func selectFormat(
        for criteria: DisplayCriteria, on card: CardDiagnostics, connector index: Int
    ) -> (format: PixelFormat?, error: DisplayError?) {
        guard case .details(let details) = card.content else { return (nil, nil) }
        do {
            let name = "\(card.name) \(details.connectors[index].candidate.name)"
            return (
                try criteria.selectFormat(among: details.formats, displayName: name), nil
            )
        } catch {
            return (nil, error)
        }
    }

    /// Returns the error that prevents using a card that was opened, or `nil` if there is none.
    private static func error(of card: CardDiagnostics) -> DisplayError? {
        guard case .details(let details) = card.content else { return nil }
        if let competitors = details.competitors { return .taken(card.name, by: competitors) }
        guard details.hasDumbBuffers else {
            return DisplayError(
                .failed, subject: card.name,
                cause: "its driver \(details.driver) doesn't support dumb buffers",
                remedy: "choose another card")
        }
        return nil
    }

    /// Returns the reason why a card cannot be used or does not match the criteria, or `nil` if the
    /// card can be used.
    package func reason(card index: Int) -> Reason? {
        let card = cards[index]
        switch card.content {
        case .failed(let error):
            return Reason(error)
        case .details(let details) where details.connectors.isEmpty:
            return Reason(
                "it has no display outputs", "connect the display to another card")
        case .details:
            if let error = Self.error(of: card) { return Reason(error) }
            return card.matchesCriteria
                ? nil : Reason("not selected", "select it with --card \(card.path)")
        }
    }

    /// Returns the reason why a connector is not used, or `nil` for the selected connector.
    package func reason(card index: Int, connector connectorIndex: Int) -> Reason? {
        if selection?.card == index, selection?.connector == connectorIndex { return nil }
        let connector = cards[index].connectors[connectorIndex]
        let name = connector.candidate.name
        switch connector.status {
        case .notConnected:
            return Reason("not connected", "connect a display")
        case .unknown:
            return Reason(
                "it can't detect whether a display is connected",
                "if one is, add video=\(name):e to the kernel's command line")
        case .connected:
            break
        }
        let card = cards[index]
        if !card.matchesCriteria || (criteria.connector.map { $0 != name } ?? false) {
            return Reason(
                "not selected", "select it with --card \(card.path) --connector \(name)")
        }
        if connector.candidate.modes.isEmpty {
            return Reason(
                "the display reports no modes", "check its cable, or choose another connector")
        }
        if let mode = criteria.mode, criteria.modeIndex(among: connector.candidate.modes) == nil {
            return Reason("it has no mode \(mode.name)", "use one of its modes")
        }
        return Reason(
            "another display is preferred",
            "select it with --card \(card.path) --connector \(name)")
    }

    /// Returns the index of the mode that a connector would use, or `nil` if none of its modes
    /// fulfills the criteria.
    package func modeIndex(card index: Int, connector connectorIndex: Int) -> Int? {
        criteria.modeIndex(among: cards[index].connectors[connectorIndex].candidate.modes)
    }
}

extension CardDiagnostics {
    /// The processes that have the card open, if another process is its DRM master, otherwise
    /// `nil`.
    fileprivate var competitors: OpenFileProcesses? {
        guard case .details(let details) = content else { return nil }
        return details.competitors
    }
}
