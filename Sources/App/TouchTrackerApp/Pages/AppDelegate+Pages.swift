import TouchKit
import TouchTrackerStore

/// The pages of the drawing.
extension AppDelegate {
    /// A page that the user has requested while another page is shown.
    enum PageRequest {
        /// The page with the given number.
        case existing(Int)
        /// A page that is added after all others.
        case new
    }

    /// Shows the sheet with all pages over the drawing.
    func showPages() {
        guard let pageSource else { return }
        let (pages, shown) = (pageSource.pages, pageSource.shown)
        let numbers = pages.numbers
        let drawing = drawingScene.drawingController.drawing
        let canAdd = numbers.last ?? 1 < DrawingPages.maximumCount && !drawing.isEmpty
        let paper = options.paper
        let sheet = PagesView(
            numbers: numbers, shown: shown, canAdd: canAdd, paper: paper
        ) { number in
            if number == shown { return drawing.picture.bitmap }
            let stored = DrawingPictureFile(folder: pages.folder(of: number)).read()
            return stored?.picture.makeBitmap(on: paper)
        }
        sheet.onCommand = { [weak self] in self?.perform($0) }
        drawingScene.showPages(sheet)
    }

    private func perform(_ command: PagesView.Command) {
        switch command {
        case .close:
            requestedPage = nil
            drawingScene.showPages(nil)
        case .show(let number): request(.existing(number))
        case .add: request(.new)
        }
    }

    /// Shows a page as soon as all edits of the shown page are durable.
    func request(_ page: PageRequest) {
        requestedPage = page
        showRequestedPage()
    }

    /// Shows the requested page, if there is one, all edits of the shown page are durable, and the
    /// user is not drawing. The undo history of the shown page ends.
    func showRequestedPage() {
        guard let request = requestedPage, pageSource != nil, persistence?.state == .saved,
            !drawingScene.drawingController.drawingView.isUserDrawing
        else { return }
        requestedPage = nil
        switch request {
        case .existing(let number): show(page: number)
        case .new: if let number = addPage() { show(page: number) }
        }
    }

    /// Schedules `showRequestedPage()` for the next turn of the main loop, if a page is requested.
    /// The method is called when the user has stopped drawing.
    func scheduleRequestedPage() {
        if requestedPage == nil { return }
        // The view that calls this method is still processing a touch, and must not be replaced.
        RunLoop.main.perform { [weak self] in self?.showRequestedPage() }
    }

    /// Adds a page after all others and returns its number. If that fails, logs the reason and
    /// returns `nil`.
    private func addPage() -> Int? {
        guard let pageSource else { return nil }
        do throws(StoreError) {
            if let number = try pageSource.pages.add() { return number }
            pageSource.report(
                "new page: page \(DrawingPages.maximumCount) exists already; drawing continues on "
                    + "this page; export the last pages and remove their folders")
        } catch {
            pageSource.report("new page: cannot create: \(error); drawing continues on this page")
        }
        return nil
    }

    private func show(page number: Int) {
        guard let pageSource else { return }
        let before = drawingScene
        if number == pageSource.shown { return before.showPages(nil) }
        pictureSaver?.cancel()
        persistence?.finish()
        var savingFailure: StoreError?
        do throws(StoreError) {
            persistence = try pageSource.open(pageSource.pages.folder(of: number))
            self.pageSource?.shown = number
            storeShownPage(number)
        } catch {
            pageSource.report("page \(number): cannot open: \(error)")
            savingFailure = reopenShownPage(pageSource)
        }
        let settings = before.drawingController.settings
        drawingScene = makeDrawingScene()
        drawingScene.drawingController.settings = settings
        if window?.rootViewController === before { show(.draw) }
        if let savingFailure { statusMark.show(savingFailure) }
        // Another attempt without an edit would add another page.
        if self.pageSource?.shown != number { pageReset?.stop() }
    }

    /// Opens the page that was shown before another page could not be opened. If that fails too,
    /// logs and returns the error, and the drawing is not saved.
    private func reopenShownPage(_ source: PageSource) -> StoreError? {
        do throws(StoreError) {
            persistence = try source.openShownPage()
            return nil
        } catch {
            persistence = nil
            pictureSaver = nil
            source.report(
                "page \(source.shown): cannot open again: \(error); the drawing is not saved")
            return error
        }
    }

    /// Creates the timer that begins a new page after the idle time in the options, or returns
    /// `nil` if there is no such time or the drawing is not stored.
    func makePageReset(in window: ActivityWindow) -> IdleTimer? {
        guard let limit = options.resetAfter, pageSource != nil else { return nil }
        return IdleTimer(limit: limit, in: window) { [weak self] in self?.resetPage() }
    }

    /// Begins a new page, or waits for the same time again if the page is in use or its edits
    /// cannot be stored. Does nothing until the next change if the page is empty; a page that is
    /// still being restored is not empty.
    private func resetPage() {
        let controller = drawingScene.drawingController
        if controller.drawing.isEmpty { return }
        let isInUse = controller.drawingView.isUserDrawing || maintenance?.isClosed == false
        if isInUse || persistence?.state != .saved {
            pageReset?.start()
        } else {
            request(.new)
        }
    }

    /// Stores which page is shown. After a failure, the next start shows another page.
    private func storeShownPage(_ number: Int) {
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
