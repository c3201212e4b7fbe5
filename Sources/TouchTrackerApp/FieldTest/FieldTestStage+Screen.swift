import FieldTest
import Geometry
import Services
import TouchKit

extension FieldTestStage {
    /// The stage on the screen of the time.
    ///
    /// - Parameters:
    ///   - panel: The panel that is tested; nil where there is none yet.
    ///   - display: What is known of the display.
    @MainActor
    init(panel: PanelDescription?, display: DisplayInfo?) {
        let geometry = UIScreen.main.geometry
        let size = display?.physicalSize(touchedBy: panel).map { size in
            geometry.rotation.swapsAxes
                ? CGSize(width: size.height, height: size.width)
                : CGSize(width: size.width, height: size.height)
        }
        self.init(
            geometry: geometry, millimeters: size, slotCount: panel?.slotCount ?? 1,
            calibration: panel?.calibration ?? .identity)
    }
}
