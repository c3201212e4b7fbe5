import CTouchTrackerDRM
import Glibc
import KioskSystem

/// A card, connector and mode that fit a request and that this process masters.
struct DisplayChoice {
    let card: Card
    let connector: Connector
    let mode: drmModeModeInfo
    /// All connectors of the card.
    let connectors: [Connector]

    /// A card that could be asked, with what it offers.
    private struct Candidate {
        let card: Card?
        let connectors: [Connector]
        let listing: CardListing

        init(path: String) {
            let card: Card
            do {
                card = try Card(path: path)
            } catch {
                self.card = nil
                connectors = []
                listing = CardListing(
                    name: CardPaths.stableName(of: path), content: .refused(error))
                return
            }
            self.card = card
            connectors = Connector.all(of: card)
            listing = CardListing(
                name: card.stableName, content: .connectors(connectors.map(\.listing)))
        }
    }

    /// Finds the display that a request means and masters its card.
    ///
    /// Card numbers move between boots, so a card counts by what it can show.
    static func find(_ request: DisplayRequest) throws(DisplayError) -> DisplayChoice {
        let paths = request.card.map { [CardPaths.path(named: $0)] } ?? CardPaths.all()
        let candidates = paths.map { Candidate(path: $0) }
        let picks = try request.picks(among: candidates.map(\.listing))
        var taken: DisplayError?
        for pick in picks {
            let candidate = candidates[pick.card]
            guard let card = candidate.card else { continue }
            if card.becomeMaster() {
                let connector = candidate.connectors[pick.connector]
                return DisplayChoice(
                    card: card, connector: connector, mode: connector.modes[pick.mode],
                    connectors: candidate.connectors)
            }
            taken = taken ?? .taken(card.stableName, by: FileHolders(of: card.path))
        }
        throw taken ?? .taken("/dev/dri", by: FileHolders())
    }
}
