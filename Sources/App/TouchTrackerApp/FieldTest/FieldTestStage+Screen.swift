import KioskServices
import LabFieldTest
import TouchKit
import TouchKitGeometry

extension FieldTestStage {
    /// The stage on the screen of the time.
    ///
    /// - Parameters:
    ///   - panel: The panel that is tested; nil where there is none yet.
    ///   - display: What is known of the display.
    ///   - millimeters: The size as it is scanned out, where somebody knows it better than both.
    @MainActor
    init(panel: PanelDescription?, display: DisplayInfo?, millimeters: CGSize? = nil) {
        let geometry = UIScreen.main.geometry
        let told = display?.physicalSize(touchedBy: panel).map {
            CGSize(width: $0.width, height: $0.height)
        }
        let size = (millimeters ?? told).map { size in
            geometry.rotation.swapsAxes ? CGSize(width: size.height, height: size.width) : size
        }
        self.init(
            geometry: geometry, millimeters: size, slotCount: panel?.slotCount ?? 1,
            calibration: panel?.calibration ?? .identity)
    }
}
