import TouchTrackerStore

/// The pages of a state folder, and the closures with which the app opens them.
package struct PageSource {
    /// The pages.
    package let pages: DrawingPages
    /// The number of the page that the app shows. The stored number, which the next start shows,
    /// differs if it could not be written.
    package internal(set) var shown: Int
    /// Opens the drawing in the folder of a page.
    let open: (_ folder: String) throws(StoreError) -> DrawingPersistence
    /// Called with a log message when a page cannot be created or opened.
    let report: (String) -> Void

    /// Creates a source from its parts. The shown page is the one whose number is stored.
    package init(
        _ pages: DrawingPages, report: @escaping (String) -> Void,
        open: @escaping (_ folder: String) throws(StoreError) -> DrawingPersistence
    ) {
        self.pages = pages
        shown = pages.shown
        self.report = report
        self.open = open
    }

    /// Opens the drawing of the shown page.
    package func openShownPage() throws(StoreError) -> DrawingPersistence {
        try open(pages.folder(of: shown))
    }
}
