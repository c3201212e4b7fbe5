import KioskDisplay
import KioskSystem
import Testing

/// Which display is taken, and what is said where none is.
@Suite("Display pick")
struct DisplayPickTests {
    typealias Connector = CardListing.Connector
    typealias Mode = CardListing.Mode

    static let small = Mode(DisplayMode(width: 800, height: 480))
    static let large = Mode(DisplayMode(width: 1_920, height: 1_080))
    static let preferred = Mode(DisplayMode(width: 1_366, height: 768), isPreferred: true)
    /// A card that only computes, as v3d is on a Raspberry Pi.
    static let blind = CardListing(name: "blind", content: .connectors([]))
    static let idle = CardListing(
        name: "idle",
        content: .connectors([
            Connector(name: "DP-1", isConnected: false, modes: []),
            Connector(name: "DP-2", isConnected: false, modes: []),
        ]))
    static let busy = CardListing(
        name: "busy",
        content: .connectors([
            Connector(name: "HDMI-A-1", isConnected: false, modes: []),
            Connector(name: "HDMI-A-2", isConnected: true, modes: [small, preferred]),
            Connector(name: "DSI-1", isConnected: true, modes: [small, large]),
        ]))
    static let denied = CardListing(
        name: "denied",
        content: .refused(
            .opening("denied", .permissionDenied, group: "video", cards: [])))
    static let gone = CardListing(
        name: "gone", content: .refused(.opening("gone", .notFound, group: nil, cards: ["busy"])))

    private func line(_ request: DisplayRequest, _ cards: [CardListing]) -> String {
        do {
            return "picked \(try request.picks(among: cards))"
        } catch {
            return error.description
        }
    }

    // MARK: What is taken

    @Test("The first connected connector in its preferred mode, whatever number its card has.")
    func byDefault() throws {
        let wanted = (connector: 1, mode: 1)
        for (cards, place) in [
            ([Self.busy], 0), ([Self.blind, Self.busy], 1), ([Self.busy, Self.blind], 0),
            ([Self.blind, Self.idle, Self.denied, Self.busy], 3),
        ] {
            #expect(
                try DisplayRequest().picks(among: cards) == [
                    DisplayPick(card: place, connector: wanted.connector, mode: wanted.mode)
                ])
        }
    }

    @Test("Every card that can show something is offered, in order: the first may be taken.")
    func severalCards() throws {
        let picks = try DisplayRequest().picks(among: [Self.busy, Self.blind, Self.busy])
        #expect(picks.map(\.card) == [0, 2])
    }

    @Test("The connector that was asked for, on whatever card it is.")
    func byConnector() throws {
        let picks = try DisplayRequest(connector: "DSI-1").picks(among: [Self.idle, Self.busy])
        #expect(picks == [DisplayPick(card: 1, connector: 2, mode: 0)])
    }

    @Test("With a mode asked for, the first connected connector that has it.")
    func byMode() throws {
        let request = DisplayRequest(mode: DisplayRequest.Mode("1920x1080"))
        #expect(
            try request.picks(among: [Self.busy])
                == [DisplayPick(card: 0, connector: 2, mode: 1)])
    }

    @Test("Of the modes that fit: the preferred one, then one with all lines, then the first.")
    func modes() throws {
        let full = DisplayMode(width: 1_920, height: 1_080)
        let slow = DisplayMode(width: 1_920, height: 1_080, refreshMillihertz: 24_000)
        let interlaced = Mode(full, isInterlaced: true)
        let size = DisplayRequest(mode: DisplayRequest.Mode("1920x1080"))
        #expect(size.modeIndex(among: [interlaced, Mode(slow), Mode(full)]) == 1)
        #expect(
            size.modeIndex(among: [interlaced, Mode(slow), Mode(full, isPreferred: true)]) == 2)
        #expect(size.modeIndex(among: [Self.small, interlaced]) == 1)
        #expect(size.modeIndex(among: [Self.small]) == nil)
        let rate = DisplayRequest(mode: DisplayRequest.Mode("1920x1080@60"))
        #expect(rate.modeIndex(among: [interlaced, Mode(slow), Mode(full)]) == 2)
        #expect(DisplayRequest().modeIndex(among: [Self.small, Self.large]) == 0)
        #expect(DisplayRequest().modeIndex(among: []) == nil)
    }

    // MARK: What is said

    @Test("Where nothing is connected, the card that could show something is named.")
    func nothingConnected() {
        let said =
            "idle: no display is connected; "
            + "connect a display, or draw in memory with --display headless:800x480"
        #expect(line(DisplayRequest(), [Self.idle, Self.blind]) == said)
        #expect(line(DisplayRequest(), [Self.blind, Self.idle]) == said)
    }

    @Test("A machine without a card, and one whose card only computes, are told apart.")
    func noCard() {
        let remedy = "connect a display, or draw in memory with --display headless:800x480"
        #expect(
            line(DisplayRequest(), []) == "/dev/dri: this machine has no graphics card; \(remedy)")
        #expect(
            line(DisplayRequest(), [Self.blind]) == "blind: the card has no connectors; \(remedy)")
    }

    @Test("A card that may not be opened says more than one without a display.")
    func notPermitted() {
        let said =
            "denied: this user may not open it; add the user to the group video and log in again"
        #expect(line(DisplayRequest(), [Self.idle, Self.denied, Self.blind]) == said)
        #expect(line(DisplayRequest(), [Self.gone, Self.denied]) == said)
        #expect(line(DisplayRequest(connector: "DSI-1"), [Self.denied, Self.idle]) == said)
    }

    @Test("A mode that isn't there is told with those that are, each once and not all of them.")
    func noSuchMode() {
        let request = DisplayRequest(mode: DisplayRequest.Mode("640x480"))
        #expect(
            line(request, [Self.idle, Self.busy, Self.denied])
                == "busy HDMI-A-2: it has no mode 640x480; use one of 800x480@60, 1366x768@60")
        let many = (1...20).map { Mode(DisplayMode(width: 100 * ($0 / 2), height: 100)) }
        let card = CardListing(
            name: "many",
            content: .connectors([Connector(name: "DP-1", isConnected: true, modes: many)]))
        #expect(line(request, [card]).hasSuffix("600x100@60, 700x100@60, …"))
    }

    @Test("A display that tells no modes (its EDID is late) is not called unplugged.")
    func noModes() {
        let card = CardListing(
            name: "late",
            content: .connectors([Connector(name: "DP-1", isConnected: true, modes: [])]))
        let said =
            "late DP-1: the display tells no modes; check its cable, or choose another connector"
        #expect(line(DisplayRequest(), [card]) == said)
        #expect(line(DisplayRequest(mode: DisplayRequest.Mode("800x480")), [card]) == said)
    }

    private func reason(
        _ request: DisplayRequest, _ cards: [CardListing]
    ) -> DisplayError.Reason? {
        do {
            _ = try request.picks(among: cards)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test("What may come by itself or by a plug is told from what was asked for wrongly.")
    func reasons() {
        let late = CardListing(
            name: "late",
            content: .connectors([Connector(name: "DP-1", isConnected: true, modes: [])]))
        let noMode = DisplayRequest(mode: DisplayRequest.Mode("123x45"))
        #expect(reason(DisplayRequest(), []) == .notConnected)
        #expect(reason(DisplayRequest(), [Self.blind]) == .notConnected)
        #expect(reason(DisplayRequest(), [Self.idle]) == .notConnected)
        #expect(reason(DisplayRequest(connector: "DP-1"), [Self.idle]) == .notConnected)
        #expect(reason(DisplayRequest(), [late]) == .notReady)
        #expect(reason(noMode, [late]) == .notReady)
        #expect(reason(noMode, [Self.busy]) == .missing)
        #expect(reason(DisplayRequest(connector: "VGA-1"), [Self.busy]) == .missing)
        #expect(reason(DisplayRequest(), [Self.denied]) == .notPermitted)
    }

    @Test("With patience, a display that hasn't described itself is waited for; without, taken.")
    func waitsForEDID() throws {
        let silent = Connector(
            name: "HDMI-A-1", isConnected: true, modes: [Self.small], isIdentified: false)
        let card = CardListing(name: "card", content: .connectors([silent]))
        var request = DisplayRequest()
        #expect(try request.picks(among: [card]).count == 1)
        request.waitsForEDID = true
        #expect(reason(request, [card]) == .notReady)
        #expect(
            line(request, [card])
                == "card HDMI-A-1: the display's EDID can't be read yet; "
                + "check its cable if this stays so")
        // Another one that has described itself needn't wait for it.
        #expect(
            try request.picks(among: [card, Self.busy])
                == [DisplayPick(card: 1, connector: 1, mode: 1)])
    }

    @Test("A connector without a display, and one that doesn't exist, are told apart.")
    func connectors() {
        #expect(
            line(DisplayRequest(connector: "HDMI-A-1"), [Self.blind, Self.busy, Self.idle])
                == "busy HDMI-A-1: no display is connected to it; "
                + "plug one in, or choose another connector")
        #expect(
            line(DisplayRequest(connector: "VGA-1"), [Self.idle, Self.busy])
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

    @Test("A card that can't be opened is told with its cause and its remedy, in one line.")
    func opening() {
        let card = "/dev/dri/card0"
        #expect(
            opening(Errno.permissionDenied.rawValue, group: "render")
                == "\(card): this user may not open it; "
                + "add the user to the group render and log in again")
        #expect(
            opening(Errno.permissionDenied.rawValue, group: nil)
                == "\(card): this user may not open it; "
                + "add the user to the group video and log in again")
        #expect(
            opening(Errno.permissionDenied.rawValue, group: "root")
                == "\(card): this user may not open it; "
                + "let a udev rule give it to the group video")
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

    @Test("A display that is taken names who has it, where that can be found.")
    func taken() {
        let remedy = "stop it first, for instance with systemctl stop touchtracker"
        #expect(
            DisplayError.taken("card", by: FileHolders()).description
                == "card: another program holds the display; \(remedy)")
        let holders = FileHolders(found: [
            FileHolders.Holder(name: "Xorg", process: 12),
            FileHolders.Holder(name: "sway", process: 3),
        ])
        #expect(
            DisplayError.taken("card", by: holders).description
                == "card: another program holds the display: "
                + "Xorg (process 12), sway (process 3); \(remedy)")
    }

    @Test("Whoever may not look at others' processes is told how to find who has the display.")
    func takenByUnknown() {
        #expect(
            DisplayError.taken("card", by: FileHolders(isComplete: false)).description
                == "card: another program holds the display; "
                + "run as root to see which, and stop it")
    }

    @Test("A call that only the master may make says that the display is taken.")
    func masterLost() {
        let lost = DisplayError("a page flip", "card", .permissionDenied)
        #expect(lost.reason == .taken)
        #expect(lost.cause == "a page flip failed: another program has taken the display")
        #expect(DisplayError("a page flip", "card", .invalid).reason == .failed)
    }
}
