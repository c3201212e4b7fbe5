import KioskServices

/// An item of the maintenance menu. The cases are in the order in which the menu shows them.
package enum MaintenanceItem: CaseIterable, Hashable, Sendable {
    /// The item that shows the gallery of scenes.
    case scenes
    /// The item that starts the field test, a guided test of the touchscreen.
    case fieldTest
    /// The item that starts orientation calibration, which finds how the touchscreen is mounted.
    case orientation
    /// The item that shows the benchmark page, which measures the cost of frames during scripted
    /// drawing.
    case benchmark
    /// The item that shows the page with the settings for rotation, scale and brightness.
    case display
    /// The item that shows a screen that ignores touches, so that the user can clean the glass.
    case cleaning
    /// The item that restarts the board.
    case restart
    /// The item that powers the board off.
    case powerOff
    /// The item that stops the kiosk and shows a text console.
    case console

    /// The title on the item's button, short enough for a narrow tile.
    package var title: String {
        switch self {
        case .scenes: "Scenes"
        case .fieldTest: "Field test"
        case .orientation: "Orient"
        case .benchmark: "Benchmark"
        case .display: "Display"
        case .cleaning: "Cleaning"
        case .restart: "Restart"
        case .powerOff: "Power off"
        case .console: "Console"
        }
    }

    /// The request that the item sends after the user has held its button, for example to restart
    /// the board. `nil` for an item that reacts to a tap.
    var request: SystemRequest? {
        switch self {
        case .restart: .restart
        case .powerOff: .powerOff
        case .console: .console
        case .scenes, .fieldTest, .orientation, .benchmark, .display, .cleaning: nil
        }
    }

    /// Returns the menu items that are available with the given services, in the order of the menu.
    ///
    /// - Parameters:
    ///   - services: The kiosk's services, or `nil` if the app runs without a kiosk.
    ///   - hasTechnicianScreens: Whether the app can create the screens for technicians, such as
    ///     the field test.
    @MainActor
    static func available(
        with services: KioskContext?, hasTechnicianScreens: Bool
    ) -> [MaintenanceItem] {
        allCases.filter { item in
            switch item {
            case .scenes, .cleaning: true
            case .fieldTest: hasTechnicianScreens
            case .benchmark: services != nil && hasTechnicianScreens
            case .orientation, .display: services != nil
            case .restart, .powerOff, .console:
                item.request.map { services?.machine.availableRequests.contains($0) == true }
                    ?? false
            }
        }
    }
}
