import CTouchTrackerDRM
import Glibc
import KioskSystem

/// A connector and a mode that fulfill display criteria, on a card of which this process is the DRM
/// master.
struct MasteredDisplay {
    /// The DRM device.
    let card: DRMCard
    /// The selected connector.
    let connector: Connector
    /// The selected mode.
    let mode: drmModeModeInfo
    /// All connectors of the card.
    let connectors: [Connector]

    /// A card with its connectors, or with the error of opening it.
    private struct OpenCandidate {
        /// The open card, or `nil` if it could not be opened.
        let card: DRMCard?
        /// The connectors of the card.
        let connectors: [Connector]
        /// The card's data for display selection.
        let candidate: CardCandidate

        /// Opens the card at `path` and reads its connectors.
        init(path: String) {
            let card: DRMCard
            do {
                card = try DRMCard(path: path)
            } catch {
                self.card = nil
                connectors = []
                candidate = CardCandidate(
                    name: DRMCardPaths.stableName(of: path), content: .failed(error))
                return
            }
            self.card = card
            connectors = Connector.all(of: card)
            candidate = CardCandidate(
                name: card.stableName, content: .connectors(connectors.map(\.candidate)))
        }
    }

    /// Opens a display that fulfills the criteria and becomes the DRM master of its card.
    ///
    /// Without a criterion for the card, uses the first card that fulfills the other criteria and
    /// has no other master, because card numbers may change between boots.
    ///
    /// - Throws: `DisplayError` if no display fulfills the criteria or other programs use all that
    ///   do.
    static func open(_ criteria: DisplayCriteria) throws(DisplayError) -> MasteredDisplay {
        let paths = criteria.card.map { [DRMCardPaths.path(named: $0)] } ?? DRMCardPaths.all()
        let openCandidates = paths.map { OpenCandidate(path: $0) }
        let indexPaths = try criteria.indexPaths(among: openCandidates.map(\.candidate))
        var firstError: DisplayError?
        for path in indexPaths {
            let candidate = openCandidates[path.card]
            guard let card = candidate.card else { continue }
            if card.becomeMaster() {
                let connector = candidate.connectors[path.connector]
                return MasteredDisplay(
                    card: card, connector: connector, mode: connector.modes[path.mode],
                    connectors: candidate.connectors)
            }
            firstError =
                firstError ?? .taken(card.stableName, by: OpenFileProcesses(of: card.path))
        }
        throw firstError ?? .taken("/dev/dri", by: OpenFileProcesses())
    }
}
