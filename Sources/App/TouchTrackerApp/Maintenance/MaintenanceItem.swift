import KioskServices

/// What the maintenance menu offers, in its order.
package enum MaintenanceItem: CaseIterable, Hashable, Sendable {
    /// The gallery of scenes.
    case scenes
    /// A guided test of the touch panel.
    case fieldTest
    /// How the touch panel lies under the picture.
    case orientation
    /// What frames cost while one draws.
    case benchmark
    /// How the picture is turned, scaled and lit.
    case display
    /// A screen that takes no finger for a while, to be wiped.
    case cleaning
    /// Start the board anew.
    case restart
    /// Turn the board off.
    case powerOff
    /// Leave the screen to a text console.
    case console

    /// Its title: short enough for a narrow tile.
    var title: String {
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

    /// What it asks of the machine, if it does; then it has to be held.
    var request: SystemRequest? {
        switch self {
        case .restart: .restart
        case .powerOff: .powerOff
        case .console: .console
        case .scenes, .fieldTest, .orientation, .benchmark, .display, .cleaning: nil
        }
    }

    /// The items that can work with what there is.
    @MainActor
    static func offered(by services: KioskServices?) -> [MaintenanceItem] {
        allCases.filter { item in
            switch item {
            case .scenes, .fieldTest, .cleaning: true
            case .orientation, .benchmark, .display: services != nil
            case .restart, .powerOff, .console:
                item.request.map { services?.system.offers.contains($0) == true } ?? false
            }
        }
    }
}
