import Glibc
import Testing
import TouchKit
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerStore
import TouchTrackerTestSupport

/// The pages of the drawing: adding, showing and storing them.
@Suite("Pages", .serialized)
@MainActor
struct PagesTests {
    let folder = DrawingFolder()

    /// Returns the number of stored strokes of each page.
    private func storedCounts() throws -> [Int] {
        let pages = DrawingPages(folder: folder.path)
        return try pages.numbers.map {
            try DrawingStore(folder: pages.folder(of: $0), access: .readOnly).load().strokes.count
        }
    }

    @Test("An existing drawing is page 1; new, previous and next show other pages.")
    func showPages() throws {
        do {
            let store = try DrawingStore(folder: folder.path, access: .readWrite)
            let stroke = Stroke(
                id: 1, tool: .line, points: [CGPoint(9, 9), CGPoint(90, 90)], color: .red,
                width: 4, level: 1)
            try store.apply([.put([stroke.stored])])
        }
        let kiosk = try PagesTestKiosk(folder)
        #expect(try kiosk.drawing.count == 1)
        #expect(kiosk.pages.numbers == [1] && kiosk.pages.shown == 1)
        try kiosk.tap(.add)
        #expect(kiosk.pages.numbers == [1, 2] && kiosk.pages.shown == 2)
        #expect(try kiosk.drawing.count == 0 && kiosk.scene.pagesView == nil)
        for x in [100.0, 200] { try kiosk.draw(at: x) }
        try kiosk.tap(.show(1))
        #expect(try kiosk.drawing.count == 1 && kiosk.pages.shown == 1)
        try kiosk.tap(.show(2))
        #expect(try kiosk.drawing.count == 2 && !kiosk.drawing.canUndo)
        kiosk.simulator.application.terminate()
        #expect(try storedCounts() == [1, 2])
        // The next start shows the page that was shown last.
        let next = try PagesTestKiosk(folder)
        #expect(try next.drawing.count == 2)
        next.simulator.application.terminate()
        #expect(kiosk.messages.all.isEmpty && next.messages.all.isEmpty)
    }

    @Test("A page is left only when all of its edits are durable, and nothing is lost.")
    func durable() throws {
        let kiosk = try PagesTestKiosk(folder)
        for page in 1...5 {
            for x in 0..<20 { try kiosk.draw(at: 30 * Double(x)) }
            try kiosk.tap(.add)
            #expect(kiosk.pages.shown == page + 1)
            // A power cut now would lose nothing: the store of the previous page is closed.
            #expect(try storedCounts().prefix(page) == Array(repeating: 20, count: page)[...])
        }
        kiosk.simulator.application.terminate()
    }

    /// Returns a kiosk with an open sheet over a page with a stroke that cannot be saved, and the
    /// database whose transaction prevents that.
    private func unsavedKiosk() throws -> (kiosk: PagesTestKiosk, other: Database) {
        let kiosk = try PagesTestKiosk(folder)
        kiosk.waitUntilSaved()
        let other = try Database(path: folder.file, access: .readWrite)
        try other.run("BEGIN IMMEDIATE")
        try kiosk.draw(at: 100)
        try kiosk.openSheet()
        return (kiosk, other)
    }

    @Test("While a page cannot be saved, it stays shown; the request is done when it is saved.")
    func unsaved() throws {
        let (kiosk, other) = try unsavedKiosk()
        try kiosk.press(.add)
        #expect(kiosk.pages.shown == 1)
        #expect(try kiosk.drawing.count == 1)
        try other.run("ROLLBACK")
        while kiosk.pages.shown == 1 {
            sched_yield()
            kiosk.persistence.processEvents()
        }
        #expect(try kiosk.drawing.count == 0)
        #expect(kiosk.pages.shown == 2)
        kiosk.simulator.application.terminate()
        #expect(try storedCounts() == [1, 0])
    }

    @Test("Several requests while a page cannot be saved add one page; Done withdraws them.")
    func withdrawn() throws {
        let (kiosk, other) = try unsavedKiosk()
        for command in [PagesView.Command.add, .add, .close] {
            try kiosk.press(command)
        }
        #expect(try kiosk.scene.pagesView == nil)
        try other.run("ROLLBACK")
        while kiosk.persistence.state != .saved {
            sched_yield()
            kiosk.persistence.processEvents()
        }
        #expect(kiosk.pages.numbers == [1] && kiosk.pages.shown == 1)
        #expect(try kiosk.drawing.count == 1)
        try kiosk.tap(.add)
        #expect(kiosk.pages.numbers == [1, 2] && kiosk.pages.shown == 2)
        kiosk.simulator.application.terminate()
    }

    @Test(
        "A page is not left while a touch draws on it, but after its stroke is saved or cancelled.",
        arguments: [false, true])
    func drawing(isCancelled: Bool) throws {
        let kiosk = try PagesTestKiosk(folder)
        try kiosk.draw(at: 100)
        kiosk.waitUntilSaved()
        try kiosk.openSheet()
        // A touch that began before the sheet was opened.
        let view = try kiosk.scene.drawingController.drawingView
        let sheet = try #require(try kiosk.scene.pagesView)
        sheet.isHidden = true
        kiosk.simulator.down(2, at: CGPoint(300, 100))
        kiosk.simulator.move(2, to: CGPoint(320, 150))
        sheet.isHidden = false
        #expect(view.isUserDrawing)
        try kiosk.press(.add)
        #expect(kiosk.pages.numbers == [1] && kiosk.pages.shown == 1)
        if isCancelled {
            kiosk.simulator.cancel(2)
            // The touch method does not replace the view that it belongs to.
            #expect(kiosk.pages.shown == 1)
            kiosk.simulator.advance(by: 0)
        } else {
            kiosk.simulator.up(2)
        }
        kiosk.waitUntilSaved()
        #expect(kiosk.pages.numbers == [1, 2] && kiosk.pages.shown == 2)
        kiosk.simulator.application.terminate()
        #expect(try storedCounts() == [isCancelled ? 1 : 2, 0])
    }

    @Test("Opening the sheet while a touch drags a stroke restores the stroke and ends the drag.")
    func dragging() throws {
        let kiosk = try PagesTestKiosk(folder)
        try kiosk.draw(at: 100)
        kiosk.waitUntilSaved()
        let controller = try kiosk.scene.drawingController
        let points = try kiosk.drawing.strokes.map(\.points)
        let button = try #require(try kiosk.scene.toolbar?.frame(of: .pages))
        kiosk.simulator.down(1, at: CGPoint(x: button.midX, y: button.midY))
        kiosk.simulator.down(2, at: CGPoint(130, 170))
        kiosk.simulator.advance(by: 0.6)
        kiosk.simulator.move(2, to: CGPoint(230, 200))
        #expect(controller.isStrokePickedUp)
        kiosk.simulator.up(1)
        #expect(try kiosk.scene.pagesView != nil)
        #expect(!controller.isStrokePickedUp && !controller.drawingView.isUserDrawing)
        kiosk.simulator.up(2)
        #expect(try kiosk.drawing.strokes.map(\.points) == points)
        try kiosk.press(.add)
        kiosk.waitUntilSaved()
        #expect(kiosk.pages.numbers == [1, 2] && kiosk.pages.shown == 2)
        kiosk.simulator.application.terminate()
        #expect(try storedCounts() == [1, 0])
    }

    @Test("If the number of the shown page cannot be stored, all pages stay reachable.")
    func numberIsNotStored() throws {
        let kiosk = try PagesTestKiosk(folder)
        try kiosk.draw(at: 100)
        mkdir("\(folder.path)/\(DrawingPages.fileName)", 0o700)
        try kiosk.tap(.add)
        #expect(try kiosk.drawing.count == 0 && kiosk.messages.all.count == 1)
        for x in [100.0, 200] { try kiosk.draw(at: x) }
        try kiosk.tap(.show(1))
        #expect(try kiosk.drawing.count == 1)
        try kiosk.tap(.show(2))
        #expect(try kiosk.drawing.count == 2)
        kiosk.simulator.application.terminate()
        #expect(try storedCounts() == [1, 2])
        #expect(kiosk.pages.shown == 1)
    }

    @Test("A page that cannot be opened is reported, and the page before stays usable.")
    func unusablePage() throws {
        let kiosk = try PagesTestKiosk(folder)
        try kiosk.draw(at: 100)
        kiosk.waitUntilSaved()
        kiosk.failNextOpenings(StoreError(.readOnly, path: "page"))
        try kiosk.tap(.add)
        #expect(kiosk.pages.shown == 1)
        #expect(try kiosk.drawing.count == 1)
        #expect(kiosk.messages.all.count == 1)
        let marks = kiosk.simulator.application.windows.compactMap { $0 as? StatusMark }
        #expect(marks.allSatisfy { $0.error == nil })
        try kiosk.draw(at: 300)
        kiosk.simulator.application.terminate()
        #expect(try folder.saved().strokes.count == 2)
    }

    @Test("If the page before cannot be opened again either, its error is reported and shown.")
    func unusablePages() throws {
        let kiosk = try PagesTestKiosk(folder)
        try kiosk.draw(at: 100)
        kiosk.waitUntilSaved()
        let other = StoreError(.readOnly, path: "page-2")
        let shown = StoreError(.full, path: "page-1")
        kiosk.failNextOpenings(other, shown)
        try kiosk.openSheet()
        try kiosk.press(.add)
        #expect(
            kiosk.messages.all == [
                "page 2: cannot open: \(other)",
                "page 1: cannot open again: \(shown); the drawing is not saved",
            ])
        let marks = kiosk.simulator.application.windows.compactMap { $0 as? StatusMark }
        #expect(marks.map(\.error) == [shown])
        try kiosk.draw(at: 300)
        kiosk.simulator.application.terminate()
        #expect(try folder.saved().strokes.count == 1)
    }

    @Test("The tool, the color and the width stay the same on another page.")
    func settings() throws {
        let kiosk = try PagesTestKiosk(folder)
        try kiosk.draw(at: 100)
        let settings = DrawingSettings(tool: .line, color: .purple, width: .thick)
        try kiosk.scene.drawingController.settings = settings
        try kiosk.tap(.add)
        #expect(try kiosk.scene.drawingController.settings == settings)
        kiosk.simulator.application.terminate()
    }

    @Test("An empty page offers no new page; a picture of the sheet shows its page.")
    func sheet() throws {
        let kiosk = try PagesTestKiosk(folder)
        try kiosk.openSheet()
        try kiosk.press(.add)
        #expect(kiosk.pages.numbers == [1])
        try kiosk.press(.close)
        #expect(try kiosk.scene.pagesView == nil)
        try kiosk.draw(at: 100)
        try kiosk.tap(.add)
        try kiosk.draw(at: 200)
        try kiosk.tap(.add)
        try kiosk.openSheet()
        let picture = try #require(try kiosk.scene.pagesView?.frame(ofPage: 1))
        kiosk.tap(CGPoint(x: picture.midX, y: picture.midY))
        kiosk.waitUntilSaved()
        #expect(kiosk.pages.shown == 1)
        kiosk.simulator.application.terminate()
    }

    @Test("A page whose picture was painted on another paper has an empty picture on the sheet.")
    func otherPaper() throws {
        do {
            let kiosk = try PagesTestKiosk(folder, options: AppOptions(paper: .white))
            try kiosk.draw(at: 100)
            try kiosk.tap(.add)
            kiosk.simulator.application.terminate()
        }
        for (paper, color, hasPicture) in [
            (Paper.white, 0xFFFF_FFFF as UInt32, true), (Paper.black, 0xFF00_0000, false),
        ] {
            let kiosk = try PagesTestKiosk(folder, options: AppOptions(paper: paper))
            #expect(kiosk.pages.shown == 2)
            try kiosk.openSheet()
            let frame = try #require(try kiosk.scene.pagesView?.frame(ofPage: 1))
            let sheet = kiosk.simulator.render()
            // The picture without its border and the number below it.
            var otherPixelCount = 0
            for y in Int(frame.minY) + 8..<Int(frame.maxY) - 36 {
                for x in Int(frame.minX) + 8..<Int(frame.maxX) - 8 where sheet[x, y] != color {
                    otherPixelCount += 1
                }
            }
            #expect((otherPixelCount > 0) == hasPicture)
            kiosk.simulator.application.terminate()
        }
    }

    @Test("Only folders of pages count; a wrong or missing number shows page 1.")
    func names() throws {
        for name in ["page-2", "page-03", "page-7", "page-1", "page-1000", "page-x"] {
            mkdir("\(folder.path)/\(name)", 0o700)
        }
        symlink("/", "\(folder.path)/page-4")
        try folder.write([], "page-5")
        let pages = DrawingPages(folder: folder.path)
        #expect(pages.numbers == [1, 2, 7] && pages.shown == 1)
        #expect(try pages.add() == 8 && pages.folder(of: 8) == "\(folder.path)/page-8")
        try pages.setShown(7)
        #expect(pages.shown == 7)
        for text in ["3", "", "x\n", "-7", "7 7", "99999999999999999999999"] {
            try folder.write(Array(text.utf8), DrawingPages.fileName)
            #expect(pages.shown == 1, "\(text)")
        }
        mkdir("\(folder.path)/page-999", 0o700)
        #expect(try pages.add() == nil)
    }

    @Test(
        "The sheet shows a picture of each page.",
        arguments: [(800, 480, 1), (480, 800, 1), (360, 640, 2), (1_280, 800, 1), (960, 540, 2)])
    func picture(width: Double, height: Double, scale: Double) throws {
        let kiosk = try PagesTestKiosk(folder, width: width, height: height, scale: scale)
        for (index, color) in [InkColor.blue, .red, .green, .orange].enumerated() {
            for step in 0...index { try kiosk.draw(at: 40 + 70 * Double(step), color: color) }
            try kiosk.tap(.add)
        }
        try kiosk.tap(.show(4))
        let suffix = scale == 1 ? "" : "@\(Int(scale))"
        let name = "\(Int(width))x\(Int(height))\(suffix)"
        try expectPicture(kiosk.simulator.render(), matches: "pages-scene-\(name)")
        try kiosk.openSheet()
        try expectPicture(kiosk.simulator.render(), matches: "pages-\(name)")
        kiosk.simulator.application.terminate()
    }
}
