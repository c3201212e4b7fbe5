import Testing
import TouchKitContacts
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// The kiosk on other display drivers, and on other ways of showing a frame, of real kernels.
///
/// `ScanoutBoardTests` covers the virtual display with overlay planes and a writeback connector.
@Suite("Display drivers on a board", .serialized, .requiresBoard)
@MainActor
struct DisplayDriverBoardTests {
    /// A display driver and the way in which the kiosk uses it.
    struct Driver: CustomTestStringConvertible, Sendable {
        /// The value of `--display` of `scripts/virtual-board`.
        var display = "virtio-gpu"
        /// The value of `TOUCHTRACKER_KMS`, or `nil` for atomic mode setting.
        var kms: String?
        /// The name of the driver in the kiosk's log.
        var name = "virtio_gpu"
        var height = 480
        var hasHotplug = false

        var testDescription: String { [display, kms ?? "atomic"].joined(separator: ", ") }
    }

    /// The drivers; simpledrm needs a module that `scripts/test --all` compiles.
    nonisolated static let drivers =
        [
            Driver(kms: "legacy", hasHotplug: true),
            Driver(kms: "dirty", hasHotplug: true),
            Driver(display: "bochs", name: "bochs"),
        ]
        + (BoardEnvironment.vkmsImageDirectory == nil
            // The firmware has no mode of 800 × 480.
            ? [] : [Driver(display: "simpledrm", name: "simpledrm", height: 600)])

    @Test("Five contacts are drawn exactly, also after a hotplug", arguments: drivers)
    func fiveContacts(driver: Driver) throws {
        let board = try boot(driver)
        #expect(try board.kioskLog().contains("driver \(driver.name)"))
        var decoder = SlotDecoder.virtualBoard
        try FiveLineDrawing.draw(on: board, decoder: &decoder)
        guard driver.hasHotplug else { return }
        let process = try board.kioskProcessID()
        let drawing = try board.screenshot()
        try board.down(0, x: 300, y: 300)
        try board.waitForPicture { $0[300, 300] == Ink.held }
        try board.unplugDisplay()
        try board.waitForKioskStatus("waiting for a display")
        try board.up(0)
        try board.plugDisplay(width: 800, height: driver.height)
        try board.waitForPicture { $0 == drawing }
        #expect(try board.kioskProcessID() == process)
        let counters = try board.stopKioskAndReadCounters()
        #expect(counters["cancelled"] == 1 && counters["live"] == 0)
    }

    /// Boots a board, whose kiosk shows an empty drawing without the toolbar.
    private func boot(_ driver: Driver) throws -> VirtualBoard {
        if let kms = driver.kms {
            let board = try VirtualBoard.bootKiosk()
            try board.overrideKioskUnit("Environment=TOUCHTRACKER_KMS=\(kms)")
            #expect(try board.kioskLog().contains("frames are presented with \(kms) first"))
            return board
        }
        // Debian's kernel lacks simpledrm.
        let image =
            driver.display == "simpledrm"
            ? BoardEnvironment.vkmsImageDirectory : BoardEnvironment.imageDirectory
        var options = VirtualBoard.Options(image: try #require(image))
        options.display = driver.display
        options.displayHeight = driver.height
        let board = try VirtualBoard.boot(options)
        try board.waitForPicture()
        try board.waitForTouchscreen()
        try board.restartKiosk(arguments: ["--toolbar", "off"])
        return board
    }
}
