import CDRM
import Glibc
import Linux

/// A card, connector and mode that fit a request and that this process may master.
struct DisplayChoice {
    let card: Card
    let connector: Connector
    let mode: drmModeModeInfo

    /// Finds the display that a request means.
    ///
    /// Card numbers move between boots, so cards are ranked by what they can show: one with a
    /// connected connector first, in the order of their numbers.
    static func find(_ request: DisplayRequest) throws(DisplayError) -> DisplayChoice {
        let paths = request.card.map { [CardPaths.path(named: $0)] } ?? CardPaths.all()
        guard !paths.isEmpty else {
            throw DisplayError(
                .missing, subject: "/dev/dri", cause: "this machine has no graphics card",
                remedy: "connect a display, or draw in memory with --display headless:800x480")
        }
        var firstTrouble: DisplayError?
        for path in paths {
            do {
                return try choice(on: path, request)
            } catch {
                // A trouble with a card that has a display says more than a card without one.
                if firstTrouble == nil || (firstTrouble?.reason == .missing) {
                    firstTrouble = error
                }
            }
        }
        throw firstTrouble
            ?? DisplayError(
                .missing, subject: "/dev/dri", cause: "no card could be used",
                remedy: "see the kernel's log (journalctl -k)")
    }

    private static func choice(
        on path: String, _ request: DisplayRequest
    ) throws(DisplayError) -> DisplayChoice {
        let card: Card
        do {
            card = try Card(path: path)
        } catch {
            throw trouble(opening: path, error.code)
        }
        let connectors = Connector.all(of: card)
        guard let connector = connector(of: connectors, request.connector) else {
            throw noConnector(path, connectors, request.connector)
        }
        guard let mode = connector.mode(request.mode) else {
            throw DisplayError(
                .missing, subject: "\(path) \(connector.name)",
                cause: "it has no mode \(request.mode?.name ?? "at all")",
                remedy: "use one of \(modeList(connector))")
        }
        try becomeMaster(card)
        return DisplayChoice(card: card, connector: connector, mode: mode)
    }

    private static func connector(of connectors: [Connector], _ name: String?) -> Connector? {
        connectors.first { $0.isConnected && (name == nil || $0.name == name) }
    }

    private static func noConnector(
        _ path: String, _ connectors: [Connector], _ name: String?
    ) -> DisplayError {
        if let name, let known = connectors.first(where: { $0.name == name }) {
            return DisplayError(
                .missing, subject: "\(path) \(known.name)", cause: "no display is connected to it",
                remedy: "plug one in, or choose another connector")
        }
        if let name {
            let names = connectors.map(\.name).joined(separator: ", ")
            return DisplayError(
                .missing, subject: "\(path) \(name)", cause: "the card has no such connector",
                remedy: names.isEmpty ? "choose another card" : "use one of \(names)")
        }
        return DisplayError(
            .missing, subject: path,
            cause: connectors.isEmpty
                ? "the card has no connectors" : "no display is connected",
            remedy: "connect a display, or draw in memory with --display headless:800x480")
    }

    private static func modeList(_ connector: Connector) -> String {
        connector.modes.map(\.displayMode.name).joined(separator: ", ")
    }

    private static func trouble(opening path: String, _ code: Errno) -> DisplayError {
        switch code {
        case .permissionDenied, .notPermitted:
            let group = Folder.group(of: path) ?? "video"
            return DisplayError(
                .notPermitted, subject: path, cause: "this user may not open it",
                remedy: "add the user to the group \(group) and log in again")
        case .notFound, .noDevice:
            let cards = CardPaths.all().joined(separator: ", ")
            return DisplayError(
                .missing, subject: path, cause: "there is no such card",
                remedy: cards.isEmpty
                    ? "connect a display, or draw in memory with --display headless:800x480"
                    : "use one of \(cards)")
        default:
            return DisplayError("open", path, code)
        }
    }

    /// The first to open a card masters it; whoever comes later gets it only when it is let go.
    private static func becomeMaster(_ card: Card) throws(DisplayError) {
        if drmIsMaster(card.descriptor) != 0 || drmSetMaster(card.descriptor) == 0 { return }
        let holders = Folder.processesHolding(card.path)
            .map { "\($0.name) (process \($0.process))" }.joined(separator: ", ")
        throw DisplayError(
            .taken, subject: card.path,
            cause: "another program holds the display" + (holders.isEmpty ? "" : ": \(holders)"),
            remedy: "stop it first, for instance with systemctl stop touchtracker")
    }
}
