import TouchKitContacts
import TouchKitGeometry

/// Where the fingers of an application will be when what is drawn now is seen.
///
/// It sees everything that was measured; what follows from it is worked out when somebody asks.
@MainActor
final class TouchForesight {
    /// When what is drawn for the newest delivery is expected on the screen; nil where nobody can say,
    /// and nothing is foreseen then.
    private(set) var scanout: Timestamp?
    private var predictors = FingerPredictors()
    private var touches = MeasuredTouches()
    /// Kept, so that it allocates once.
    private var samples: [FingerSample] = []

    /// Takes in what the fingers did.
    ///
    /// - Parameters:
    ///   - frame: What they did.
    ///   - scanout: When what is drawn for it is expected on the screen.
    func take(_ frame: FingerFrame, shownAt scanout: Timestamp?) {
        self.scanout = scanout
        predictors.take(frame)
    }

    /// The touches that are expected to follow one, in order; none for one that didn't just move, or is
    /// over.
    func touches(after touch: UITouch) -> [UITouch] {
        samples.removeAll(keepingCapacity: true)
        if touch.phase == .moved, let finger = touch.finger, let scanout {
            predictors.predict(finger, until: scanout, into: &samples)
        }
        return samples.isEmpty ? [] : touches.touches(of: touch, foreseen: samples)
    }
}
