import Glibc
import Testing
import TouchKit
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerAppTestSupport
import TouchTrackerStore
import TouchTrackerTestSupport

/// The option `reset-after`: a new page after a time without a touch.
@Suite("Page reset", .serialized)
@MainActor
struct PageResetTests {
    private static let limit = 60.0
    private let folder = DrawingFolder()

    private func makeKiosk(
        limit: Double? = PageResetTests.limit, authenticator: (any PatternAuthenticator)? = nil
    ) throws -> PagesTestKiosk {
        let kiosk = try PagesTestKiosk(
            folder, options: AppOptions(resetAfter: limit), authenticator: authenticator)
        kiosk.waitUntilSaved()
        return kiosk
    }

    /// Draws a line with a finger, which takes 0.1 seconds, and waits until it is durable.
    private func drawWithFinger(_ kiosk: PagesTestKiosk) {
        kiosk.simulator.down(1, at: CGPoint(x: 100, y: 100))
        kiosk.simulator.advance(by: 0.1)
        kiosk.simulator.move(1, to: CGPoint(x: 300, y: 200))
        kiosk.simulator.up(1)
        kiosk.waitUntilSaved()
    }

    @Test("After the time without a touch the page is stored, and an empty page is shown.")
    func reset() throws {
        let kiosk = try makeKiosk()
        drawWithFinger(kiosk)
        kiosk.simulator.advance(by: Self.limit - 0.1)
        #expect(kiosk.pages.shown == 1)
        kiosk.simulator.advance(by: 0.2)
        #expect(kiosk.pages.numbers == [1, 2] && kiosk.pages.shown == 2)
        #expect(try kiosk.drawing.count == 0 && !kiosk.drawing.canUndo)
        #expect(try folder.saved().strokes.count == 1)
        kiosk.simulator.application.terminate()
        #expect(kiosk.messages.all.isEmpty)
    }

    @Test("An empty page stays, and the kiosk does not wake up.")
    func emptyPage() throws {
        let kiosk = try makeKiosk()
        kiosk.simulator.advance(by: 10 * Self.limit)
        drawWithFinger(kiosk)
        try kiosk.scene.drawingController.clear()
        kiosk.waitUntilSaved()
        kiosk.simulator.advance(by: 10 * Self.limit)
        #expect(kiosk.pages.numbers == [1])
        #expect(kiosk.simulator.application.nextDeadline == nil)
        kiosk.simulator.application.terminate()
    }

    @Test("Each touch restarts the time, also one that draws nothing.")
    func touch() throws {
        let kiosk = try makeKiosk()
        drawWithFinger(kiosk)
        for _ in 1...3 {
            kiosk.simulator.advance(by: Self.limit - 1)
            kiosk.simulator.down(1, at: CGPoint(x: 5, y: 470))
            kiosk.simulator.up(1)
            kiosk.waitUntilSaved()
        }
        #expect(kiosk.pages.shown == 1)
        kiosk.simulator.advance(by: Self.limit + 0.1)
        #expect(kiosk.pages.shown == 2)
        kiosk.simulator.application.terminate()
    }

    @Test("A page on which a finger rests is not left.")
    func restingFinger() throws {
        let kiosk = try makeKiosk()
        kiosk.simulator.down(1, at: CGPoint(x: 100, y: 100))
        kiosk.simulator.move(1, to: CGPoint(x: 300, y: 200))
        kiosk.simulator.advance(by: 5 * Self.limit)
        #expect(kiosk.pages.shown == 1)
        kiosk.simulator.up(1)
        kiosk.waitUntilSaved()
        kiosk.simulator.advance(by: Self.limit - 1)
        #expect(kiosk.pages.shown == 1)
        kiosk.simulator.advance(by: Self.limit)
        #expect(kiosk.pages.shown == 2)
        #expect(try folder.saved().strokes.count == 1)
        kiosk.simulator.application.terminate()
    }

    @Test("A drawing of the last run is left too; other pages are not changed.")
    func restoredDrawing() throws {
        do {
            let kiosk = try makeKiosk(limit: nil)
            drawWithFinger(kiosk)
            kiosk.simulator.application.terminate()
        }
        let kiosk = try makeKiosk()
        kiosk.simulator.advance(by: Self.limit)
        #expect(kiosk.pages.shown == 2)
        try kiosk.tap(.show(1))
        #expect(try kiosk.drawing.count == 1)
        kiosk.simulator.advance(by: Self.limit + 0.1)
        #expect(kiosk.pages.shown == 3)
        kiosk.simulator.application.terminate()
        #expect(try folder.saved().strokes.count == 1)
    }

    @Test("Without the option a page stays.")
    func off() throws {
        let kiosk = try makeKiosk(limit: nil)
        drawWithFinger(kiosk)
        kiosk.simulator.advance(by: 100_000)
        #expect(kiosk.pages.numbers == [1])
        kiosk.simulator.application.terminate()
    }

    @Test("While the lock screen is open a page stays; the time starts when it closes.")
    func lockScreen() throws {
        let kiosk = try makeKiosk(limit: 10, authenticator: TestPatternAuthenticator())
        drawWithFinger(kiosk)
        for finger in 1...3 {
            kiosk.simulator.down(finger, at: CGPoint(x: 80 + 160 * Double(finger), y: 350))
            kiosk.simulator.advance(by: 0.02)
        }
        kiosk.simulator.advance(by: 3.05)
        for finger in 1...3 { kiosk.simulator.up(finger) }
        kiosk.waitUntilSaved()
        #expect(kiosk.simulator.application.showsSecretWindow)
        kiosk.simulator.advance(by: 29)
        #expect(kiosk.simulator.application.showsSecretWindow)
        #expect(kiosk.pages.shown == 1)
        kiosk.simulator.advance(by: 9)
        #expect(!kiosk.simulator.application.showsSecretWindow)
        #expect(kiosk.pages.shown == 1)
        kiosk.simulator.advance(by: 10)
        #expect(kiosk.pages.shown == 2)
        kiosk.simulator.application.terminate()
    }

    @Test("A page that cannot be saved is not left.")
    func unsaved() throws {
        let kiosk = try makeKiosk()
        let other = try Database(path: folder.file, access: .readWrite)
        try other.run("BEGIN IMMEDIATE")
        try kiosk.draw(at: 100)
        kiosk.simulator.advance(by: 5 * Self.limit)
        #expect(kiosk.pages.numbers == [1])
        try other.run("ROLLBACK")
        kiosk.waitUntilSaved()
        kiosk.simulator.advance(by: Self.limit)
        #expect(kiosk.pages.shown == 2)
        kiosk.simulator.application.terminate()
        #expect(try folder.saved().strokes.count == 1)
    }

    @Test("A page that cannot be opened, or one too many, is reported once.")
    func failures() throws {
        let kiosk = try makeKiosk()
        drawWithFinger(kiosk)
        kiosk.failNextOpenings(StoreError(.readOnly, path: "page"))
        kiosk.simulator.advance(by: 5 * Self.limit)
        #expect(kiosk.pages.shown == 1 && kiosk.pages.numbers == [1, 2])
        #expect(kiosk.messages.all.count == 1)
        mkdir("\(folder.path)/page-999", 0o700)
        kiosk.persistence.waitUntilRestored()
        drawWithFinger(kiosk)
        kiosk.simulator.advance(by: 5 * Self.limit)
        #expect(kiosk.pages.shown == 1 && kiosk.messages.all.count == 2)
        #expect(kiosk.messages.all.last?.contains("page 999 exists") == true)
        kiosk.simulator.application.terminate()
        #expect(try folder.saved().strokes.count == 2)
    }
}
