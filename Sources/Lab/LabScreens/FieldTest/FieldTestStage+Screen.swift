import KioskServices
import LabFieldTest
import TouchKit
import TouchKitContacts
import TouchKitGeometry

extension FieldTestStage {
    /// Creates the stage for a touchscreen on the main screen with its current geometry.
    ///
    /// - Parameters:
    ///   - touchscreen: The touchscreen under test, or `nil` if none is connected.
    ///   - display: The properties of the display, or `nil` if unknown.
    ///   - millimeters: The physical size of the screen along the scanout axes, or `nil` to use the
    ///     size that the touchscreen or the display reports.
    @MainActor
    init(touchscreen: TouchscreenDescription?, display: DisplayInfo?, millimeters: CGSize? = nil) {
        let geometry = UIScreen.main.geometry
        let reported = display?.effectivePhysicalSize(preferring: touchscreen).map {
            CGSize(width: $0.width, height: $0.height)
        }
        self.init(
            geometry: geometry, millimeters: (millimeters ?? reported).map(geometry.rotated),
            slotCount: touchscreen?.slotCount ?? 1,
            calibration: touchscreen?.calibration ?? .identity,
            sampling: touchscreen?.sampling ?? .unknown)
    }
}
