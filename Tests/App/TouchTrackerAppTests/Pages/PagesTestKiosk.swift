import Glibc
import Testing
import TouchKit
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerStore
import TouchTrackerTestSupport

/// The app with the pages of a folder, in a simulator.
@MainActor
final class PagesTestKiosk {
    let simulator: TouchSimulator
    let pages: DrawingPages
    /// The persistence of each page that was opened, the newest last.
    private let opened: OpenedPages

    /// The opened pages, and the errors that the next openings of a page throw.
    @MainActor
    final class OpenedPages {
        var all: [DrawingPersistence] = []
        var errors: [StoreError] = []
    }

    let messages = SharedList<String>()

    /// Starts the app with the drawing in `folder`.
    init(
        _ folder: DrawingFolder, width: Double = 800, height: Double = 480, scale: Double = 1,
        options: AppOptions = AppOptions(), authenticator: (any PatternAuthenticator)? = nil
    ) throws {
        simulator = TouchSimulator(
            screenSize: CGSize(width: width, height: height), scale: scale)
        pages = DrawingPages(folder: folder.path)
        let (opened, messages) = (OpenedPages(), messages)
        self.opened = opened
        func open(_ path: String) throws(StoreError) -> DrawingPersistence {
            if !opened.errors.isEmpty { throw opened.errors.removeFirst() }
            let page = try DrawingPersistence(folder: path) { messages.append($0) }
            opened.all.append(page)
            return page
        }
        let pageSource = PageSource(pages, report: { messages.append($0) }, open: open)
        simulator.application.launch(
            AppDelegate(
                options: options,
                persistence: try pageSource.openShownPage(), pageSource: pageSource,
                authenticator: authenticator))
        persistence.waitUntilRestored()
        simulator.advance(by: 0.1)
    }

    var persistence: DrawingPersistence { opened.all[opened.all.count - 1] }

    /// Makes the next openings of a page fail, each with one of the errors.
    func failNextOpenings(_ errors: StoreError...) { opened.errors = errors }

    var scene: DrawingSceneController {
        get throws { try #require(simulator.drawingScene) }
    }

    var drawing: Drawing { get throws { try scene.drawingController.drawing } }

    /// Draws a line that begins at `x`.
    func draw(at x: Double, color: InkColor = .blue) throws {
        try drawing.add(
            [CGPoint(x, 40), CGPoint(x + 60, 300)], tool: .pen, color: color, width: 20)
    }

    /// Processes the events of the store until all edits are durable.
    func waitUntilSaved() {
        persistence.processEvents()
        while case .saving = persistence.state {
            sched_yield()
            persistence.processEvents()
        }
    }

    /// Taps the toolbar's button for pages.
    func openSheet() throws {
        let button = try #require(try scene.toolbar?.frame(of: .pages))
        tap(CGPoint(x: button.midX, y: button.midY))
        #expect(try scene.pagesView != nil)
    }

    /// Opens the sheet and taps the button for `command`. Waits until the page is shown.
    func tap(_ command: PagesView.Command) throws {
        try openSheet()
        try press(command)
        waitUntilSaved()
        simulator.advance(by: 0.1)
        persistence.waitUntilRestored()
        // A frame, in which the toolbar shows that the page can be cleared.
        simulator.advance(by: 1.0 / 60)
    }

    /// Taps the button for `command` on the open sheet, and does not wait.
    func press(_ command: PagesView.Command) throws {
        let frame = try #require(try scene.pagesView?.frame(of: command))
        tap(CGPoint(x: frame.midX, y: frame.midY))
    }

    func tap(_ point: CGPoint) {
        simulator.tap(1, at: point)
        simulator.advance(by: 0.1)
    }
}
