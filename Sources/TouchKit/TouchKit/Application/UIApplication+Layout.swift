extension UIApplication {
    /// Views that ask for it again each time they are laid out wait for the next frame after so many
    /// passes: three is what nested views need that take their size from each other.
    private static let layoutPasses = 8

    /// Has the views of visible windows laid out that asked to be.
    func layOutWindows() {
        guard needsLayout else { return }
        dispatcher.callApplication {
            var passes = 0
            while needsLayout && passes < Self.layoutPasses {
                needsLayout = false
                passes += 1
                for window in windows { window.layOutTree() }
            }
        }
    }
}
