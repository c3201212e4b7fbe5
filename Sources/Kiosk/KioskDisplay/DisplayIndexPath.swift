/// The indices of a card, of one of its connectors, and of one of the connector's modes.
package struct DisplayIndexPath: Hashable, Sendable {
    /// The index of the card in a list of cards.
    package let card: Int
    /// The index of the connector in the card's list of connectors.
    package let connector: Int
    /// The index of the mode in the connector's list of modes.
    package let mode: Int

    /// Creates an index path.
    package init(card: Int, connector: Int, mode: Int) {
        self.card = card
        self.connector = connector
        self.mode = mode
    }
}
