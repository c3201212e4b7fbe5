import TouchKit

/// An object that saves the picture of the drawing after two seconds without an edit. The next
/// start shows this picture until all strokes have been restored.
@MainActor
final class IdlePictureSaver: UIResponder {
    /// The time without edits after which the picture is saved, in seconds. The time limits how
    /// often the picture is saved, because encoding takes part of a frame and writing wears out
    /// flash memory.
    static let idleInterval = 2.0

    private let persistence: DrawingPersistence
    private let isUserDrawing: () -> Bool
    private static let saveSelector = Selector("savePicture") { (target: IdlePictureSaver) in
        target.savePicture
    }

    /// Creates an object that saves the picture after edits and after stored strokes have been
    /// restored.
    ///
    /// - Parameters:
    ///   - persistence: The object that stores the picture.
    ///   - isUserDrawing: A closure that returns whether the user is drawing at the moment.
    init(persistence: DrawingPersistence, isUserDrawing: @escaping () -> Bool) {
        self.persistence = persistence
        self.isUserDrawing = isUserDrawing
        super.init()
        persistence.onRestored = { [weak self, weak persistence] in
            if let persistence { self?.handleStateChange(to: persistence.state) }
        }
    }

    /// Restarts the wait of `idleInterval` before the next saving if `state` is `saved`. Cancels
    /// the wait if `state` has another value.
    func handleStateChange(to state: DrawingPersistence.State) {
        cancel()
        if state == .saved { scheduleSaving() }
    }

    /// Cancels the wait, so that no picture is saved.
    func cancel() {
        UIResponder.cancelPreviousPerformRequests(withTarget: self)
    }

    private func scheduleSaving() {
        perform(Self.saveSelector, with: nil, afterDelay: Self.idleInterval)
    }

    private func savePicture() {
        // If no picture is available yet, the end of restoring triggers another attempt.
        if isUserDrawing() { scheduleSaving() } else { persistence.savePicture() }
    }
}
