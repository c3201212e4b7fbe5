import TouchKit
import TouchTrackerStore

/// The pages of the drawing.
extension AppDelegate {
    /// Shows the sheet with all pages over the drawing.
    func showPages() {
        guard let pages = pageSource?.pages else { return }
        let (numbers, shown) = (pages.numbers, pages.shown)
        let drawing = drawingScene.drawingController.drawing
        let canAdd = numbers.last ?? 1 < DrawingPages.maximumCount && !drawing.isEmpty
        let sheet = PagesView(
            numbers: numbers, shown: shown, canAdd: canAdd, paper: options.paper
        ) { number in
            if number == shown { return drawing.picture.bitmap }
            return DrawingPictureFile(folder: pages.folder(of: number)).read()?.picture.makeBitmap()
        }
        sheet.onCommand = { [weak self] in self?.perform($0) }
        drawingScene.showPages(sheet)
    }

    private func perform(_ command: PagesView.Command) {
        switch command {
        case .close: drawingScene.showPages(nil)
        case .show(let number): requestPage(number)
        case .add: addPage()
        }
    }

    /// Adds a page after all others and shows it as soon as all edits are durable.
    func addPage() {
        guard let pageSource else { return }
        do throws(StoreError) {
            if let number = try pageSource.pages.add() { return requestPage(number) }
            pageSource.report(
                "new page: there are \(DrawingPages.maximumCount) pages already; drawing continues "
                    + "on this page; export pages and remove their folders")
        } catch {
            pageSource.report("new page: cannot create: \(error); drawing continues on this page")
        }
    }

    /// Shows the page `number` as soon as all edits of the shown page are durable.
    private func requestPage(_ number: Int) {
        requestedPage = number
        showRequestedPage()
    }

    /// Shows the requested page, if there is one and all edits of the shown page are durable. The
    /// undo history of the shown page ends.
    func showRequestedPage() {
        guard let number = requestedPage, let pageSource, let current = persistence,
            current.state == .saved
        else { return }
        requestedPage = nil
        let (before, shown) = (drawingScene, pageSource.pages.shown)
        if number == shown { return before.showPages(nil) }
        pictureSaver?.cancel()
        current.finish()
        var failure: StoreError?
        do throws(StoreError) {
            persistence = try pageSource.open(pageSource.pages.folder(of: number))
            setShown(number)
        } catch {
            failure = error
            pageSource.report("page \(number): cannot open: \(error)")
            // The page that was shown is opened again.
            persistence = try? pageSource.open(pageSource.pages.folder(of: shown))
        }
        let settings = before.drawingController.settings
        drawingScene = makeDrawingScene()
        drawingScene.drawingController.settings = settings
        if window?.rootViewController === before { show(.draw) }
        if let failure {
            statusMark.show(failure)
            // Another attempt without an edit would add another page.
            pageReset?.stop()
        }
    }

    /// Creates the timer that begins a new page after the idle time in the options, or returns
    /// `nil` if there is no such time or the drawing is not stored.
    func makePageReset(in window: SceneWindow) -> PageReset? {
        guard let limit = options.resetAfter, pageSource != nil else { return nil }
        return PageReset(
            after: limit, in: window,
            decide: { [weak self] in self?.resetDecision ?? .stop },
            beginPage: { [weak self] in self?.addPage() })
    }

    /// The decision whether a new page begins now. A page that is still being restored is not
    /// empty, and a page whose edits cannot be stored is not left.
    private var resetDecision: PageReset.Decision {
        let controller = drawingScene.drawingController
        if controller.drawing.isEmpty { return .stop }
        let isInUse = controller.drawingView.isUserDrawing || maintenance?.isClosed == false
        return isInUse || persistence?.state != .saved ? .wait : .begin
    }

    /// Stores which page is shown. After a failure, the next start shows another page.
    private func setShown(_ number: Int) {
        guard let pageSource else { return }
        do throws(StoreError) {
            try pageSource.pages.setShown(number)
        } catch {
            pageSource.report(
                "page \(number): cannot store that it is shown: \(error); the next start shows "
                    + "another page")
        }
    }
}
