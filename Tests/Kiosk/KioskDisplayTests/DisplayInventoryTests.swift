import KioskDisplay
import KioskSystem
import Testing
import TouchKitRaster

/// The selected display, and the reasons for which the others are not used.
@Suite("Display inventory")
struct DisplayInventoryTests {
    typealias Connector = CardDiagnostics.Connector
    typealias Mode = CardCandidate.Mode

    static let modes = [
        Mode(DisplayMode(width: 800, height: 480)),
        Mode(DisplayMode(width: 1_920, height: 1_080), isPreferred: true),
    ]
    static let kiosk = OpenFileProcesses(processes: [
        OpenFileProcesses.Process(name: "touchtracker", id: 42)
    ])

    private func card(
        _ number: Int, _ connectors: [Connector], matchesCriteria: Bool = true,
        hasDumbBuffers: Bool = true, competitors: OpenFileProcesses? = nil
    ) -> CardDiagnostics {
        CardDiagnostics(
            path: "/dev/dri/card\(number)", name: "place-\(number)",
            matchesCriteria: matchesCriteria,
            content: .details(
                CardDiagnostics.Details(
                    driver: "vc4", connectors: connectors, formats: ["XR24"],
                    hasDumbBuffers: hasDumbBuffers, competitors: competitors)))
    }

    private func connected(_ name: String) -> Connector {
        Connector(name: name, status: .connected, modes: Self.modes)
    }

    private func text(_ reason: DisplayInventory.Reason?) -> String? {
        reason.map { "\($0.cause); \($0.remedy)" }
    }

    @Test("The first display is selected; the reasons of the others say how to select them.")
    func selection() {
        let inventory = DisplayInventory(
            DisplayCriteria(),
            cards: [
                card(0, []),
                card(
                    1,
                    [
                        Connector(name: "HDMI-A-1", status: .notConnected),
                        Connector(name: "Composite-1", status: .unknown, modes: Self.modes),
                        connected("HDMI-A-2"), connected("DSI-1"),
                        Connector(name: "DP-1", status: .connected),
                    ]),
            ])
        #expect(inventory.selection == DisplayIndexPath(card: 1, connector: 2, mode: 1))
        #expect(inventory.error == nil)
        #expect(
            text(inventory.reason(card: 0))
                == "it has no display outputs; connect the display to another card")
        #expect(inventory.reason(card: 1) == nil)
        let reasons = (0..<5).map { text(inventory.reason(card: 1, connector: $0)) }
        #expect(
            reasons == [
                "not connected; connect a display",
                "it can't detect whether a display is connected; "
                    + "if one is, add video=Composite-1:e to the kernel's command line",
                nil,
                "another display is preferred; "
                    + "select it with --card /dev/dri/card1 --connector DSI-1",
                "the display reports no modes; check its cable, or choose another connector",
            ])
        #expect(inventory.modeIndex(card: 1, connector: 3) == 1)
        #expect(inventory.modeIndex(card: 1, connector: 4) == nil)
    }

    @Test("A display that another program uses is selected, with an error that names the program.")
    func taken() {
        let inventory = DisplayInventory(
            DisplayCriteria(), cards: [card(0, [connected("DSI-1")], competitors: Self.kiosk)])
        #expect(inventory.selection == DisplayIndexPath(card: 0, connector: 0, mode: 1))
        #expect(inventory.error?.reason == .taken)
        #expect(
            text(inventory.reason(card: 0))
                == "another program holds the display: touchtracker (process 42); "
                + "stop it first, for instance with systemctl stop touchtracker")
    }

    @Test("Of two cards with displays, the one without another DRM master is selected.")
    func secondCard() {
        let inventory = DisplayInventory(
            DisplayCriteria(),
            cards: [
                card(0, [connected("DSI-1")], competitors: Self.kiosk),
                card(1, [connected("HDMI-A-1")]),
            ])
        #expect(inventory.selection?.card == 1)
        #expect(inventory.error == nil)
    }

    @Test("With a requested card, other cards are ignored, and indices refer to all cards.")
    func requestedCard() {
        let inventory = DisplayInventory(
            DisplayCriteria(card: "card1"),
            cards: [
                card(0, [connected("DSI-1")], matchesCriteria: false),
                card(1, [connected("HDMI-A-1")]),
            ])
        #expect(inventory.selection == DisplayIndexPath(card: 1, connector: 0, mode: 1))
        #expect(
            text(inventory.reason(card: 0)) == "not selected; select it with --card /dev/dri/card0"
        )
        #expect(
            text(inventory.reason(card: 0, connector: 0))
                == "not selected; select it with --card /dev/dri/card0 --connector DSI-1")
    }

    @Test("A criterion that no display fulfills is the inventory's error.")
    func missing() {
        let cards = [card(0, [connected("DSI-1")])]
        let mode = DisplayInventory(
            DisplayCriteria(mode: DisplayCriteria.Mode("640x480")), cards: cards)
        #expect(mode.selection == nil)
        #expect(
            mode.error?.description
                == "place-0 DSI-1: it has no mode 640x480; use one of 800x480@60, 1920x1080@60")
        #expect(
            text(mode.reason(card: 0, connector: 0))
                == "it has no mode 640x480; use one of its modes")
        let connector = DisplayInventory(DisplayCriteria(connector: "DP-1"), cards: cards)
        #expect(connector.error?.reason == .missing)
        #expect(
            text(connector.reason(card: 0, connector: 0))
                == "not selected; select it with --card /dev/dri/card0 --connector DSI-1")
        #expect(DisplayInventory(DisplayCriteria(), cards: []).error?.subject == "/dev/dri")
    }

    @Test("The format is the plane's best or the requested one; a missing one is the error.")
    func formats() {
        let cards = [card(0, [connected("DSI-1")])]
        #expect(DisplayInventory(DisplayCriteria(), cards: cards).format == .xrgb8888)
        let requested = DisplayInventory(DisplayCriteria(format: .rgb565), cards: cards)
        #expect(requested.selection != nil)
        #expect(requested.format == nil)
        #expect(
            requested.error?.description
                == "place-0 DSI-1: it has no format rgb565; use one of xrgb8888")
    }

    @Test("A card without permission and a card without dumb buffers have a reason.")
    func unusable() {
        let card0 = CardDiagnostics(
            path: "/dev/dri/card0", name: "place-0",
            content: .failed(
                .opening("/dev/dri/card0", .permissionDenied, group: "video", cards: [])))
        let denied = DisplayInventory(DisplayCriteria(), cards: [card0])
        #expect(denied.error?.reason == .notPermitted)
        #expect(
            text(denied.reason(card: 0))
                == "this user has no permission to open the node; add the user to the group video and log in again"
        )
        let withoutDumbBuffers = DisplayInventory(
            DisplayCriteria(), cards: [card(0, [connected("DSI-1")], hasDumbBuffers: false)])
        #expect(
            withoutDumbBuffers.error?.description
                == "place-0: its driver vc4 doesn't support dumb buffers; choose another card")
    }
}

@Suite("Pixel format selection")
struct DisplayCriteriaFormatTests {
    private func select(_ offered: [String], requested: PixelFormat? = nil) -> String {
        do {
            let criteria = DisplayCriteria(format: requested)
            return try criteria.selectFormat(among: offered, displayName: "card DSI-1").rawValue
        } catch {
            return "\(error.reason) \(error)"
        }
    }

    @Test("8-bit formats are preferred, first without alpha channel, independent of their order.")
    func preference() {
        #expect(select(["RG16", "AR24", "XR30", "XR24"]) == "xrgb8888")
        #expect(select(["RG16", "AR24", "XR30"]) == "argb8888")
        #expect(select(["RG16", "NV12"]) == "rgb565")
    }

    @Test("A requested format is selected if the plane supports it.")
    func requested() {
        for format in PixelFormat.allCases {
            #expect(select(["XR24", "AR24", "RG16"], requested: format) == format.rawValue)
        }
    }

    @Test("The error for a missing format lists the plane's formats.")
    func missing() {
        #expect(
            select(["NV12", "RG16", "XR24"], requested: .argb8888)
                == "missing card DSI-1: it has no format argb8888; use one of xrgb8888, rgb565")
        let none =
            "failed card DSI-1: it supports NV12, XR30, but none of xrgb8888, argb8888, rgb565; "
            + "choose another card"
        #expect(select(["NV12", "XR30"]) == none)
        #expect(select(["NV12", "XR30"], requested: .rgb565) == none)
    }

    @Test("If the driver reports no formats, the requested or the best format is selected.")
    func unknownFormats() {
        #expect(select([]) == "xrgb8888")
        #expect(select([], requested: .rgb565) == "rgb565")
    }

    @Test("The numeric codes are those of drm_fourcc.h.")
    func numbers() {
        let codes = PixelFormat.allCases.map { FourCharacterCode.code($0.fourCharacterCode) }
        #expect(codes == [0x3432_5258, 0x3432_5241, 0x3631_4752])
    }
}

@Suite("Four-character code")
struct FourCharacterCodeTests {
    @Test("Codes are converted to text; a period replaces unprintable characters.")
    func names() {
        #expect(FourCharacterCode.text(0x3432_5258) == "XR24")
        #expect(FourCharacterCode.text(0x3631_4752) == "RG16")
        #expect(FourCharacterCode.text(0x2020_3852) == "R8  ")
        #expect(FourCharacterCode.text(0xB432_5258) == "XR24 big-endian")
        #expect(FourCharacterCode.text(0x0007_1B41) == "A...")
    }
}

@Suite("Card diagnostics")
struct CardDiagnosticsTests {
    @Test("A requested path that is not a card is listed and is the only match.")
    func missingCard() throws {
        let cards = CardDiagnostics.all(for: DisplayCriteria(card: "/dev/null"))
        #expect(cards.filter(\.matchesCriteria).map(\.path) == ["/dev/null"])
        let inventory = DisplayInventory(DisplayCriteria(card: "/dev/null"), cards: cards)
        #expect(inventory.error?.cause == "it isn't a graphics card")
    }
}
