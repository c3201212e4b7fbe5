import KioskDisplay
import KioskSystem
import Testing
import TouchKitRaster

/// Which display would be used, and what is said of the others.
@Suite("Display inventory")
struct DisplayInventoryTests {
    typealias Connector = CardReport.Connector
    typealias Mode = CardListing.Mode

    static let modes = [
        Mode(DisplayMode(width: 800, height: 480)),
        Mode(DisplayMode(width: 1_920, height: 1_080), isPreferred: true),
    ]
    static let kiosk = FileHolders(found: [FileHolders.Holder(name: "touchtracker", process: 42)])

    private func card(
        _ number: Int, _ connectors: [Connector], isMeant: Bool = true,
        hasPlainBuffers: Bool = true, master: FileHolders? = nil
    ) -> CardReport {
        CardReport(
            path: "/dev/dri/card\(number)", name: "place-\(number)", isMeant: isMeant,
            content: .parts(
                CardReport.Parts(
                    driver: "vc4", connectors: connectors, formats: ["XR24"],
                    hasPlainBuffers: hasPlainBuffers, master: master)))
    }

    private func screen(_ name: String) -> Connector {
        Connector(name: name, connection: .connected, modes: Self.modes)
    }

    private func line(_ reason: DisplayInventory.Reason?) -> String? {
        reason.map { "\($0.cause); \($0.remedy)" }
    }

    @Test("The first display is picked in its preferred mode; the others say how to choose them.")
    func pick() {
        let inventory = DisplayInventory(
            DisplayRequest(),
            cards: [
                card(0, []),
                card(
                    1,
                    [
                        Connector(name: "HDMI-A-1", connection: .notConnected),
                        Connector(name: "Composite-1", connection: .unknown, modes: Self.modes),
                        screen("HDMI-A-2"), screen("DSI-1"),
                        Connector(name: "DP-1", connection: .connected),
                    ]),
            ])
        #expect(inventory.pick == DisplayPick(card: 1, connector: 2, mode: 1))
        #expect(inventory.trouble == nil)
        #expect(
            line(inventory.reason(card: 0))
                == "it has no display part, it only computes; connect the display to another card")
        #expect(inventory.reason(card: 1) == nil)
        let lines = (0..<5).map { line(inventory.reason(card: 1, connector: $0)) }
        #expect(
            lines == [
                "not connected; plug a display in",
                "it can't tell whether a display is connected; "
                    + "if one is, say so on the kernel's command line: video=Composite-1:e",
                nil,
                "another display comes first; choose it with --card /dev/dri/card1 --connector DSI-1",
                "the display tells no modes; check its cable, or choose another connector",
            ])
        #expect(inventory.modeIndex(card: 1, connector: 3) == 1)
        #expect(inventory.modeIndex(card: 1, connector: 4) == nil)
    }

    @Test("A display that another program holds is still marked, with who has it.")
    func taken() {
        let inventory = DisplayInventory(
            DisplayRequest(), cards: [card(0, [screen("DSI-1")], master: Self.kiosk)])
        #expect(inventory.pick == DisplayPick(card: 0, connector: 0, mode: 1))
        #expect(inventory.trouble?.reason == .taken)
        #expect(
            line(inventory.reason(card: 0))
                == "another program holds the display: touchtracker (process 42); "
                + "stop it first, for instance with systemctl stop touchtracker")
    }

    @Test("Of two cards with displays, the one that nobody holds is picked, as the kiosk does.")
    func secondCard() {
        let inventory = DisplayInventory(
            DisplayRequest(),
            cards: [
                card(0, [screen("DSI-1")], master: Self.kiosk), card(1, [screen("HDMI-A-1")]),
            ])
        #expect(inventory.pick?.card == 1)
        #expect(inventory.trouble == nil)
    }

    @Test("With a card asked for, the others aren't considered, and places count over all cards.")
    func askedCard() {
        let inventory = DisplayInventory(
            DisplayRequest(card: "card1"),
            cards: [
                card(0, [screen("DSI-1")], isMeant: false), card(1, [screen("HDMI-A-1")]),
            ])
        #expect(inventory.pick == DisplayPick(card: 1, connector: 0, mode: 1))
        #expect(
            line(inventory.reason(card: 0)) == "not asked for; choose it with --card /dev/dri/card0"
        )
        #expect(
            line(inventory.reason(card: 0, connector: 0))
                == "not asked for; choose it with --card /dev/dri/card0 --connector DSI-1")
    }

    @Test("What was asked for and isn't there is the trouble of the whole.")
    func missing() {
        let cards = [card(0, [screen("DSI-1")])]
        let mode = DisplayInventory(
            DisplayRequest(mode: DisplayRequest.Mode("640x480")), cards: cards)
        #expect(mode.pick == nil)
        #expect(
            mode.trouble?.description
                == "place-0 DSI-1: it has no mode 640x480; use one of 800x480@60, 1920x1080@60")
        #expect(
            line(mode.reason(card: 0, connector: 0))
                == "it has no mode 640x480; use one of its modes")
        let connector = DisplayInventory(DisplayRequest(connector: "DP-1"), cards: cards)
        #expect(connector.trouble?.reason == .missing)
        #expect(
            line(connector.reason(card: 0, connector: 0))
                == "not asked for; choose it with --card /dev/dri/card0 --connector DSI-1")
        #expect(DisplayInventory(DisplayRequest(), cards: []).trouble?.subject == "/dev/dri")
    }

    @Test("The format is the best one of the plane, or the one asked for, or the trouble.")
    func formats() {
        let cards = [card(0, [screen("DSI-1")])]
        #expect(DisplayInventory(DisplayRequest(), cards: cards).format == .xrgb8888)
        let asked = DisplayInventory(DisplayRequest(format: .rgb565), cards: cards)
        #expect(asked.pick != nil)
        #expect(asked.format == nil)
        #expect(
            asked.trouble?.description
                == "place-0 DSI-1: it has no format rgb565; use one of xrgb8888")
    }

    @Test("A card that may not be opened, and one without plain buffers, say so.")
    func unusable() {
        let refused = CardReport(
            path: "/dev/dri/card0", name: "place-0",
            content: .refused(
                .opening("/dev/dri/card0", .permissionDenied, group: "video", cards: [])))
        let denied = DisplayInventory(DisplayRequest(), cards: [refused])
        #expect(denied.trouble?.reason == .notPermitted)
        #expect(
            line(denied.reason(card: 0))
                == "this user may not open it; add the user to the group video and log in again")
        let plain = DisplayInventory(
            DisplayRequest(), cards: [card(0, [screen("DSI-1")], hasPlainBuffers: false)])
        #expect(
            plain.trouble?.description
                == "place-0: its driver vc4 has no plain buffers; choose another card")
    }
}

@Suite("Format choice")
struct FormatChoiceTests {
    private func choice(_ offered: [String], asked: PixelFormat? = nil) -> String {
        do {
            return try DisplayRequest(format: asked).format(among: offered, of: "card DSI-1")
                .rawValue
        } catch {
            return "\(error.reason) \(error)"
        }
    }

    @Test("Full colours come first, then those with opacity, then 16 bits; order doesn't matter.")
    func preference() {
        #expect(choice(["RG16", "AR24", "XR30", "XR24"]) == "xrgb8888")
        #expect(choice(["RG16", "AR24", "XR30"]) == "argb8888")
        #expect(choice(["RG16", "NV12"]) == "rgb565")
    }

    @Test("One that is asked for is taken where the plane has it.")
    func asked() {
        for format in PixelFormat.allCases {
            #expect(choice(["XR24", "AR24", "RG16"], asked: format) == format.rawValue)
        }
    }

    @Test("Where it hasn't, one line names those that it has; where it has none of ours, its own.")
    func missing() {
        #expect(
            choice(["NV12", "RG16", "XR24"], asked: .argb8888)
                == "missing card DSI-1: it has no format argb8888; use one of xrgb8888, rgb565")
        let none =
            "failed card DSI-1: it shows NV12, XR30 and none of xrgb8888, argb8888, rgb565; "
            + "choose another card"
        #expect(choice(["NV12", "XR30"]) == none)
        #expect(choice(["NV12", "XR30"], asked: .rgb565) == none)
    }

    @Test("A driver that tells no formats is tried with what is asked for.")
    func untold() {
        #expect(choice([]) == "xrgb8888")
        #expect(choice([], asked: .rgb565) == "rgb565")
    }

    @Test("The kernel's numbers are those of drm_fourcc.h.")
    func numbers() {
        let codes = PixelFormat.allCases.map { FourCharacterCode.code($0.fourCharacterCode) }
        #expect(codes == [0x3432_5258, 0x3432_5241, 0x3631_4752])
    }
}

@Suite("Four-character code")
struct FourCharacterCodeTests {
    @Test("Formats are named as in drm_fourcc.h; what can't be printed is a point.")
    func names() {
        #expect(FourCharacterCode.text(0x3432_5258) == "XR24")
        #expect(FourCharacterCode.text(0x3631_4752) == "RG16")
        #expect(FourCharacterCode.text(0x2020_3852) == "R8  ")
        #expect(FourCharacterCode.text(0xB432_5258) == "XR24 big-endian")
        #expect(FourCharacterCode.text(0x0007_1B41) == "A...")
    }
}

@Suite("Card reports of this machine")
struct CardReportTests {
    @Test("A card that is asked for and isn't there is reported with the others, and alone meant.")
    func missingCard() throws {
        let reports = CardReport.all(for: DisplayRequest(card: "/dev/null"))
        #expect(reports.filter(\.isMeant).map(\.path) == ["/dev/null"])
        let inventory = DisplayInventory(DisplayRequest(card: "/dev/null"), cards: reports)
        #expect(inventory.trouble?.cause == "it isn't a graphics card")
    }
}
