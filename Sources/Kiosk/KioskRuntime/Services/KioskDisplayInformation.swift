import KioskDisplay
import KioskServices
import TouchKitGeometry

/// What a kiosk's app may know of the display.
@MainActor
package final class KioskDisplayInformation: DisplayInformation {
    /// The session, once there is one.
    private let session: @MainActor () -> Session?
    /// What holds before that.
    private let first: DisplayInfo

    /// Makes one for an application that is launched on a display.
    package init(
        launchedOn display: any ScanoutDisplay, geometry: ScreenGeometry,
        session: @escaping @MainActor () -> Session?
    ) {
        first = DisplayInfo(display, geometry: geometry)
        self.session = session
    }

    /// What is known of the display; nil while there is none.
    package var info: DisplayInfo? {
        guard let session = session() else { return first }
        return session.display.map { DisplayInfo($0, geometry: session.geometry) }
    }
}

extension DisplayInfo {
    /// What a display says of itself.
    init(_ display: any ScanoutDisplay, geometry: ScreenGeometry) {
        let mode = display.mode
        self.init(
            name: display.name, pixelWidth: mode.width, pixelHeight: mode.height,
            refreshMillihertz: mode.refreshMillihertz,
            physicalSize: display.millimeters.flatMap {
                PhysicalSize.believable(
                    width: $0.width, height: $0.height, pixelWidth: mode.width,
                    pixelHeight: mode.height)
            },
            scale: geometry.scale, rotation: geometry.rotation)
    }
}
