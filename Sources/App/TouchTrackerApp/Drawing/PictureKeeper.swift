import TouchKit

/// Keeps what a drawing looks like for the next start, when nobody has drawn for a while; at the end of
/// the program its saver does that by itself.
@MainActor
final class PictureKeeper: UIResponder {
    /// How long nothing is drawn or changed before the picture is kept, in seconds: taking it down takes
    /// a part of a frame, and writing it a part of a disk's life.
    static let pause = 2.0

    private let saver: DrawingSaver
    private let fingersAreBusy: () -> Bool
    private static let keepPicture = Selector("keep") { (keeper: PictureKeeper) in keeper.keep }

    /// Makes a keeper.
    ///
    /// - Parameters:
    ///   - saver: Stores the picture.
    ///   - fingersAreBusy: Whether somebody draws now.
    init(saver: DrawingSaver, fingersAreBusy: @escaping () -> Bool) {
        self.saver = saver
        self.fingersAreBusy = fingersAreBusy
        super.init()
        saver.onRestored = { [weak self, weak saver] in
            if let saver { self?.stateChanged(to: saver.state) }
        }
    }

    /// It goes otherwise with saving: from when all is stored on, it waits until that was so for a while.
    func stateChanged(to state: DrawingSaver.State) {
        UIResponder.cancelPreviousPerformRequests(withTarget: self)
        if state == .saved { wait() }
    }

    private func wait() {
        perform(Self.keepPicture, with: nil, afterDelay: Self.pause)
    }

    private func keep() {
        // Where there is no picture to be kept yet, it is called again: nothing wakes the loop for that.
        if fingersAreBusy() { wait() } else { saver.keepPicture() }
    }
}
