extension UIApplication {
    /// The maximum number of layout passes per frame. If views request layout in each pass, the
    /// remaining layout waits for the next frame.
    ///
    /// Nested views that derive their sizes from each other need three passes.
    private static let maximumLayoutPasses = 8

    /// Lays out the views of visible windows that need layout.
    package func layoutWindowsIfNeeded() {
        guard needsLayout else { return }
        dispatcher.callApplication {
            var passes = 0
            while needsLayout && passes < Self.maximumLayoutPasses {
                needsLayout = false
                passes += 1
                for window in windows { window.layoutSubtreeIfNeeded() }
            }
        }
    }
}
