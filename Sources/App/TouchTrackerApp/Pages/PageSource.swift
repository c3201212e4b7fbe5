import TouchTrackerStore

/// The pages of a state folder, and the closures with which the app opens them.
package struct PageSource {
    /// The pages.
    package let pages: DrawingPages
    /// Opens the drawing in the folder of a page.
    let open: (_ folder: String) throws(StoreError) -> DrawingPersistence
    /// Called with a log message when a page cannot be created or opened.
    let report: (String) -> Void

    /// Creates a source from its parts.
    package init(
        _ pages: DrawingPages, report: @escaping (String) -> Void,
        open: @escaping (_ folder: String) throws(StoreError) -> DrawingPersistence
    ) {
        self.pages = pages
        self.report = report
        self.open = open
    }
}
