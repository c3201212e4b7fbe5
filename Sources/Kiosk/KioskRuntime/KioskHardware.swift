import KioskDisplay
import KioskSystem
import TouchKitGeometry

/// The display and the clock of a kiosk. Tests replace both, so that a scripted display and virtual
/// time drive the real main loop.
package struct KioskHardware {
    /// Opens a display for an output.
    package var openDisplay: (KioskOptions.Output) throws(DisplayError) -> any ScanoutDisplay
    /// Returns the current time.
    package var clock: () -> Timestamp
    /// Returns whether a display that fulfills the criteria is connected.
    package var isDisplayConnected: (DisplayCriteria) -> Bool

    /// The displays and the monotonic clock of this machine.
    package static var machine: KioskHardware {
        KioskHardware(
            openDisplay: openMachineDisplay, clock: MonotonicClock.now,
            isDisplayConnected: { KMSDisplay.isConnected(for: $0) })
    }

    /// Creates hardware from its functions. By default, no display is connected beside the opened
    /// one.
    package init(
        openDisplay: @escaping (KioskOptions.Output) throws(DisplayError) -> any ScanoutDisplay,
        clock: @escaping () -> Timestamp,
        isDisplayConnected: @escaping (DisplayCriteria) -> Bool = { _ in false }
    ) {
        self.openDisplay = openDisplay
        self.clock = clock
        self.isDisplayConnected = isDisplayConnected
    }

    private static func openMachineDisplay(
        _ output: KioskOptions.Output
    ) throws(DisplayError) -> any ScanoutDisplay {
        switch output {
        case .display(let criteria): try KMSDisplay(criteria)
        case .headless(let mode, let format): try HeadlessDisplay(mode: mode, format: format)
        }
    }
}
