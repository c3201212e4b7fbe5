import CTouchTrackerDRM
import Glibc
import KioskSystem

extension CardReport {
    /// Looks at every card, and at the one that is asked for wherever it is.
    ///
    /// A kiosk that runs isn't disturbed: nothing is set, and a card that nobody masters is let go
    /// at once.
    package static func all(for request: DisplayRequest) -> [CardReport] {
        var paths = CardPaths.all()
        let asked = request.card.map { CardPaths.path(named: $0) }
        let place = asked.flatMap { asked in
            let target = Folder.resolve(asked)
            return paths.firstIndex { Folder.resolve($0) == target }
        }
        if let asked, place == nil { paths.append(asked) }
        return paths.indices.map { index in
            CardReport(
                lookingAt: paths[index],
                isMeant: asked == nil || index == place ?? paths.count - 1)
        }
    }

    private init(lookingAt path: String, isMeant: Bool) {
        let content: Content
        do {
            let card = try Card(path: path, toLook: true)
            content = .parts(Parts(of: card))
        } catch {
            content = .refused(error)
        }
        self.init(
            path: path, name: CardPaths.stableName(of: path), isMeant: isMeant, content: content)
    }
}

extension CardReport.Parts {
    fileprivate init(of card: Card) {
        var connectors = Connector.all(of: card, asksDisplays: false)
        let isBlind = !connectors.isEmpty && !connectors.contains { $0.showsSomething }
        // Before somebody has asked the displays, the kernel knows of none; only a master may.
        if card.wasFree, isBlind, drmSetMaster(card.descriptor) == 0 {
            connectors = Connector.all(of: card)
            drmDropMaster(card.descriptor)
        }
        self.init(
            driver: card.driver,
            connectors: connectors.map(\.report),
            formats: connectors.isEmpty ? [] : card.commonFormats(),
            isAtomic: drmSetClientCap(card.descriptor, UInt64(DRM_CLIENT_CAP_ATOMIC), 1) == 0,
            hasPlainBuffers: card.capability(DRM_CAP_DUMB_BUFFER) != 0,
            master: card.wasFree ? nil : FileHolders(of: card.path))
    }
}

extension Connector {
    fileprivate var showsSomething: Bool { isConnected && !modes.isEmpty }

    fileprivate var report: CardReport.Connector {
        CardReport.Connector(
            name: name, connection: connection, panelOrientation: panelOrientation,
            modes: listing.modes)
    }
}

extension Card {
    /// What every primary plane can scan out, in the first one's order.
    fileprivate func commonFormats() -> [String] {
        let planes = PrimaryPlane.all(of: self)
        return (planes.first?.formats ?? []).filter { format in
            planes.allSatisfy { $0.formats.contains(format) }
        }
    }
}
