import KioskDisplay
import KioskServices
import TouchKitGeometry

/// A provider of the properties of the display that the kiosk currently uses.
@MainActor
package final class KioskDisplayInformation: DisplayInfoProvider {
    /// The closure that returns the session, or `nil` before the session exists.
    private let session: @MainActor () -> Session?
    /// The properties of the display on which the application launches. `info` returns them before
    /// the session exists.
    private let first: DisplayInfo

    /// Creates a provider for an application that launches on `display`. The closure `session`
    /// returns the session, or `nil` before the session exists.
    package init(
        launchedOn display: any ScanoutDisplay, geometry: ScreenGeometry,
        session: @escaping @MainActor () -> Session?
    ) {
        first = DisplayInfo(display, geometry: geometry)
        self.session = session
    }

    /// The properties of the current display, or `nil` while no display is available.
    package var info: DisplayInfo? {
        guard let session = session() else { return first }
        return session.display.map { DisplayInfo($0, geometry: session.geometry) }
    }
}

extension DisplayInfo {
    /// Creates display properties from `display`, with the scale and rotation of `geometry`.
    init(_ display: any ScanoutDisplay, geometry: ScreenGeometry) {
        let mode = display.mode
        self.init(
            name: display.name, pixelWidth: mode.width, pixelHeight: mode.height,
            refreshMillihertz: mode.refreshMillihertz,
            physicalSize: display.plausibleSize, scale: geometry.scale, rotation: geometry.rotation)
    }
}

extension ScanoutDisplay {
    /// The physical size that the display reports, or `nil` if the size is unknown or implausible.
    var plausibleSize: PhysicalSize? {
        millimeters.flatMap {
            PhysicalSize.plausible(
                width: $0.width, height: $0.height, pixelWidth: mode.width,
                pixelHeight: mode.height)
        }
    }
}
