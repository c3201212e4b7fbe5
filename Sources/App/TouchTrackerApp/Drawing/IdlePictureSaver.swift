import TouchKit

/// An object that saves the picture of the drawing whenever the user has not drawn for two seconds.
/// The next start shows this picture until all strokes are loaded.
@MainActor
final class IdlePictureSaver: UIResponder {
    /// The time without edits after which the picture is saved, in seconds. The picture is not
    /// saved more often, because encoding it takes part of a frame and writing it wears out flash
    /// memory.
    static let idleInterval = 2.0

    private let persistence: DrawingPersistence
    private let isUserDrawing: () -> Bool
    private static let saveSelector = Selector("savePicture") { (target: IdlePictureSaver) in
        target.savePicture
    }

    /// Creates an object that saves the picture after edits and after restoring.
    ///
    /// - Parameters:
    ///   - persistence: The object that stores the picture.
    ///   - isUserDrawing: A closure that returns whether the user is drawing.
    init(persistence: DrawingPersistence, isUserDrawing: @escaping () -> Bool) {
        self.persistence = persistence
        self.isUserDrawing = isUserDrawing
        super.init()
        persistence.onRestored = { [weak self, weak persistence] in
            if let persistence { self?.handleStateChange(to: persistence.state) }
        }
    }

    /// Restarts the idle interval if all edits are durable, or stops it otherwise.
    func handleStateChange(to state: DrawingPersistence.State) {
        UIResponder.cancelPreviousPerformRequests(withTarget: self)
        if state == .saved { scheduleSaving() }
    }

    private func scheduleSaving() {
        perform(Self.saveSelector, with: nil, afterDelay: Self.idleInterval)
    }

    private func savePicture() {
        // If no picture is available yet, `persistence` triggers another attempt later.
        if isUserDrawing() { scheduleSaving() } else { persistence.savePicture() }
    }
}
