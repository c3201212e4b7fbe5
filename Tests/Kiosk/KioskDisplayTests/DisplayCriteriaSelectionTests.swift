import KioskDisplay
import KioskSystem
import Testing

/// The selected display, and the error if no display fulfills the criteria.
@Suite("Display selection")
struct DisplayCriteriaSelectionTests {
    typealias Connector = CardCandidate.Connector
    typealias Mode = CardCandidate.Mode

    static let small = Mode(DisplayMode(width: 800, height: 480))
    static let large = Mode(DisplayMode(width: 1_920, height: 1_080))
    static let preferred = Mode(DisplayMode(width: 1_366, height: 768), isPreferred: true)
    /// A card without display outputs, like v3d on a Raspberry Pi.
    static let renderOnly = CardCandidate(name: "render-only", content: .connectors([]))
    static let idle = CardCandidate(
        name: "idle",
        content: .connectors([
            Connector(name: "DP-1", isConnected: false, modes: []),
            Connector(name: "DP-2", isConnected: false, modes: []),
        ]))
    static let busy = CardCandidate(
        name: "busy",
        content: .connectors([
            Connector(name: "HDMI-A-1", isConnected: false, modes: []),
            Connector(name: "HDMI-A-2", isConnected: true, modes: [small, preferred]),
            Connector(name: "DSI-1", isConnected: true, modes: [small, large]),
        ]))
    static let denied = CardCandidate(
        name: "denied",
        content: .failed(
            .opening("denied", .permissionDenied, group: "video", cards: [])))
    static let gone = CardCandidate(
        name: "gone", content: .failed(.opening("gone", .notFound, group: nil, cards: ["busy"])))

    private func result(_ criteria: DisplayCriteria, _ cards: [CardCandidate]) -> String {
        do {
            return "selected \(try criteria.indexPaths(among: cards))"
        } catch {
            return error.description
        }
    }

    // MARK: Selection

    @Test("By default, the first connected connector is selected in its preferred mode.")
    func byDefault() throws {
        let expected = (connector: 1, mode: 1)
        for (cards, index) in [
            ([Self.busy], 0), ([Self.renderOnly, Self.busy], 1), ([Self.busy, Self.renderOnly], 0),
            ([Self.renderOnly, Self.idle, Self.denied, Self.busy], 3),
        ] {
            #expect(
                try DisplayCriteria().indexPaths(among: cards) == [
                    DisplayIndexPath(
                        card: index, connector: expected.connector, mode: expected.mode)
                ])
        }
    }

    @Test("All cards with a display are returned in order.")
    func severalCards() throws {
        let paths = try DisplayCriteria().indexPaths(among: [Self.busy, Self.renderOnly, Self.busy])
        #expect(paths.map(\.card) == [0, 2])
    }

    @Test("The requested connector is selected on any card.")
    func byConnector() throws {
        let paths = try DisplayCriteria(connector: "DSI-1").indexPaths(among: [
            Self.idle, Self.busy,
        ])
        #expect(paths == [DisplayIndexPath(card: 1, connector: 2, mode: 0)])
    }

    @Test("The first connected connector with the requested mode is selected.")
    func byMode() throws {
        let criteria = DisplayCriteria(mode: DisplayCriteria.Mode("1920x1080"))
        #expect(
            try criteria.indexPaths(among: [Self.busy])
                == [DisplayIndexPath(card: 0, connector: 2, mode: 1)])
    }

    @Test("The preferred mode comes first, then progressive modes, then interlaced ones.")
    func modes() throws {
        let full = DisplayMode(width: 1_920, height: 1_080)
        let slow = DisplayMode(width: 1_920, height: 1_080, refreshMillihertz: 24_000)
        let interlaced = Mode(full, isInterlaced: true)
        let size = DisplayCriteria(mode: DisplayCriteria.Mode("1920x1080"))
        #expect(size.modeIndex(among: [interlaced, Mode(slow), Mode(full)]) == 1)
        #expect(
            size.modeIndex(among: [interlaced, Mode(slow), Mode(full, isPreferred: true)]) == 2)
        #expect(size.modeIndex(among: [Self.small, interlaced]) == 1)
        #expect(size.modeIndex(among: [Self.small]) == nil)
        let rate = DisplayCriteria(mode: DisplayCriteria.Mode("1920x1080@60"))
        #expect(rate.modeIndex(among: [interlaced, Mode(slow), Mode(full)]) == 2)
        #expect(DisplayCriteria().modeIndex(among: [Self.small, Self.large]) == 0)
        #expect(DisplayCriteria().modeIndex(among: []) == nil)
    }

    // MARK: Errors

    @Test("If nothing is connected, the error names a card with display outputs.")
    func nothingConnected() {
        let expected =
            "idle: no display is connected; "
            + "connect a display, or draw in memory with --display headless:800x480"
        #expect(result(DisplayCriteria(), [Self.idle, Self.renderOnly]) == expected)
        #expect(result(DisplayCriteria(), [Self.renderOnly, Self.idle]) == expected)
    }

    @Test("A missing card and a card without display outputs cause different errors.")
    func noCard() {
        let remedy = "connect a display, or draw in memory with --display headless:800x480"
        #expect(
            result(DisplayCriteria(), [])
                == "/dev/dri: this machine has no graphics card; \(remedy)")
        #expect(
            result(DisplayCriteria(), [Self.renderOnly])
                == "render-only: the card has no connectors; \(remedy)")
    }

    @Test("A missing permission takes precedence over a missing display.")
    func notPermitted() {
        let expected =
            "denied: this user has no permission to open the node; add the user to the group video and log in again"
        #expect(result(DisplayCriteria(), [Self.idle, Self.denied, Self.renderOnly]) == expected)
        #expect(result(DisplayCriteria(), [Self.gone, Self.denied]) == expected)
        #expect(result(DisplayCriteria(connector: "DSI-1"), [Self.denied, Self.idle]) == expected)
    }

    @Test("The error for a missing mode lists the first eight distinct modes.")
    func noSuchMode() {
        let criteria = DisplayCriteria(mode: DisplayCriteria.Mode("640x480"))
        #expect(
            result(criteria, [Self.idle, Self.busy, Self.denied])
                == "busy HDMI-A-2: it has no mode 640x480; use one of 800x480@60, 1366x768@60")
        let many = (1...20).map { Mode(DisplayMode(width: 100 * ($0 / 2), height: 100)) }
        let card = CardCandidate(
            name: "many",
            content: .connectors([Connector(name: "DP-1", isConnected: true, modes: many)]))
        #expect(result(criteria, [card]).hasSuffix("600x100@60, 700x100@60, …"))
    }

    @Test("A display without modes, because its EDID is late, does not count as disconnected.")
    func noModes() {
        let card = CardCandidate(
            name: "late",
            content: .connectors([Connector(name: "DP-1", isConnected: true, modes: [])]))
        let expected =
            "late DP-1: the display reports no modes; check its cable, or choose another connector"
        #expect(result(DisplayCriteria(), [card]) == expected)
        #expect(result(DisplayCriteria(mode: DisplayCriteria.Mode("800x480")), [card]) == expected)
    }

    private func reason(
        _ criteria: DisplayCriteria, _ cards: [CardCandidate]
    ) -> DisplayError.Reason? {
        do {
            _ = try criteria.indexPaths(among: cards)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test("A display that may be connected later has another reason than an invalid criterion.")
    func reasons() {
        let late = CardCandidate(
            name: "late",
            content: .connectors([Connector(name: "DP-1", isConnected: true, modes: [])]))
        let noMode = DisplayCriteria(mode: DisplayCriteria.Mode("123x45"))
        #expect(reason(DisplayCriteria(), []) == .notConnected)
        #expect(reason(DisplayCriteria(), [Self.renderOnly]) == .notConnected)
        #expect(reason(DisplayCriteria(), [Self.idle]) == .notConnected)
        #expect(reason(DisplayCriteria(connector: "DP-1"), [Self.idle]) == .notConnected)
        #expect(reason(DisplayCriteria(), [late]) == .notReady)
        #expect(reason(noMode, [late]) == .notReady)
        #expect(reason(noMode, [Self.busy]) == .missing)
        #expect(reason(DisplayCriteria(connector: "VGA-1"), [Self.busy]) == .missing)
        #expect(reason(DisplayCriteria(), [Self.denied]) == .notPermitted)
    }

    @Test("A display without EDID is ignored only if the criteria wait for the EDID.")
    func waitsForEDID() throws {
        let unidentified = Connector(
            name: "HDMI-A-1", isConnected: true, modes: [Self.small], isIdentified: false)
        let card = CardCandidate(name: "card", content: .connectors([unidentified]))
        var criteria = DisplayCriteria()
        #expect(try criteria.indexPaths(among: [card]).count == 1)
        criteria.waitsForEDID = true
        #expect(reason(criteria, [card]) == .notReady)
        #expect(
            result(criteria, [card])
                == "card HDMI-A-1: the display's EDID can't be read yet; "
                + "check its cable if this message persists")
        // A display with EDID is selected without waiting.
        #expect(
            try criteria.indexPaths(among: [card, Self.busy])
                == [DisplayIndexPath(card: 1, connector: 1, mode: 1)])
    }

    @Test("A connector without a display and a missing connector cause different errors.")
    func connectors() {
        #expect(
            result(DisplayCriteria(connector: "HDMI-A-1"), [Self.renderOnly, Self.busy, Self.idle])
                == "busy HDMI-A-1: no display is connected to it; "
                + "connect one, or choose another connector")
        #expect(
            result(DisplayCriteria(connector: "VGA-1"), [Self.idle, Self.busy])
                == "VGA-1: there is no such connector; "
                + "use one of DP-1, DP-2, HDMI-A-1, HDMI-A-2, DSI-1")
    }
}

@Suite("Display error")
struct DisplayErrorTests {
    private func opening(_ code: Int32, group: String? = "video", cards: [String] = []) -> String {
        DisplayError.opening("/dev/dri/card0", Errno(rawValue: code), group: group, cards: cards)
            .description
    }

    @Test("The error of opening a card contains the cause and the remedy in one line.")
    func opening() {
        let card = "/dev/dri/card0"
        #expect(
            opening(Errno.permissionDenied.rawValue, group: "render")
                == "\(card): this user has no permission to open the node; "
                + "add the user to the group render and log in again")
        #expect(
            opening(Errno.permissionDenied.rawValue, group: nil)
                == "\(card): this user has no permission to open the node; "
                + "add the user to the group video and log in again")
        #expect(
            opening(Errno.permissionDenied.rawValue, group: "root")
                == "\(card): this user has no permission to open the node; "
                + "assign it to the group video with a udev rule")
        #expect(
            opening(Errno.notPermitted.rawValue)
                == "\(card): the service's device policy forbids it; "
                + "its unit needs DeviceAllow=char-drm rw")
        #expect(
            opening(Errno.notFound.rawValue, cards: ["a", "b"])
                == "\(card): there is no such card; use one of a, b")
        #expect(
            opening(Errno.busy.rawValue)
                == "\(card): open failed: Device or resource busy; "
                + "see the kernel's log (journalctl -k)")
    }

    @Test("The error for a display in use names the processes that use it.")
    func taken() {
        let remedy = "stop it first, for instance with systemctl stop touchtracker"
        #expect(
            DisplayError.taken("card", by: OpenFileProcesses()).description
                == "card: another program holds the display; \(remedy)")
        let processes = OpenFileProcesses(processes: [
            OpenFileProcesses.Process(name: "Xorg", id: 12),
            OpenFileProcesses.Process(name: "sway", id: 3),
        ])
        #expect(
            DisplayError.taken("card", by: processes).description
                == "card: another program holds the display: "
                + "Xorg (process 12), sway (process 3); \(remedy)")
    }

    @Test("If the processes are not visible, the remedy is to run as root.")
    func takenByUnknown() {
        #expect(
            DisplayError.taken("card", by: OpenFileProcesses(isComplete: false)).description
                == "card: another program holds the display; "
                + "run as root to see which, and stop it")
    }

    @Test("EACCES from the driver means that another program has taken the display.")
    func lostMaster() {
        let error = DisplayError("a page flip", "card", .permissionDenied)
        #expect(error.reason == .taken)
        #expect(error.cause == "a page flip failed: another program has taken the display")
        #expect(DisplayError("a page flip", "card", .invalid).reason == .failed)
    }
}
