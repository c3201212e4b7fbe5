import TouchKitContacts
import TouchKitGeometry

/// A predictor of the positions of an application's touches at the time when the next frame is
/// shown.
///
/// All samples are recorded, but predictions are computed only when they are requested.
@MainActor
final class TouchPrediction {
    /// The time when the frame drawn for the newest delivery is expected on the screen, or `nil`
    /// while the time is unknown and no touches can be predicted.
    @exclusivity(unchecked) private(set) var scanout: Timestamp?
    @exclusivity(unchecked) private var predictors = TouchPredictorSet()
    /// The touch objects for predicted touches.
    @exclusivity(unchecked) private var pool = SampleTouchPool()
    /// The predicted samples of one request. The array is stored to reuse its memory.
    @exclusivity(unchecked) private var samples: [TouchSample] = []

    /// Records the samples of a touch update.
    ///
    /// - Parameters:
    ///   - update: The touch update whose samples are recorded.
    ///   - scanout: The time when the frame drawn for the update is expected on the screen, or
    ///     `nil` if the time is unknown.
    func record(_ update: TouchUpdate, shownAt scanout: Timestamp?) {
        self.scanout = scanout
        predictors.add(update)
    }

    /// Returns the predicted touches that follow `touch`, earliest first.
    ///
    /// The array is empty if the touch did not move in the newest delivery, if it has ended, or
    /// during a late `touchesMoved`, whose touch may have ended since.
    func touches(after touch: UITouch) -> [UITouch] {
        samples.removeAll(keepingCapacity: true)
        if isPredictable(touch), let identifier = touch.identifier, let scanout {
            predictors.predict(identifier, until: scanout, into: &samples)
        }
        return samples.isEmpty ? [] : pool.touches(of: touch, predicted: samples)
    }

    /// Returns the position of the last predicted touch that follows `touch`, in points of the
    /// screen, or `nil` if there is no prediction.
    func lastPosition(after touch: UITouch) -> CGPoint? {
        guard isPredictable(touch), let identifier = touch.identifier, let scanout else {
            return nil
        }
        return predictors.lastPosition(identifier, until: scanout)
    }

    /// Returns whether a touch moved, and its samples were not withheld.
    private func isPredictable(_ touch: UITouch) -> Bool {
        touch.phase == .moved && touch.withheldSamples == nil
    }
}
