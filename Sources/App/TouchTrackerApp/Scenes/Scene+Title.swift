extension Scene {
    /// What the gallery calls it.
    var title: String {
        switch self {
        case .draw: "Draw"
        case .touches: "Touches"
        case .unlock: "Unlock"
        case .pulse: "Pulse"
        case .drag: "Drag"
        case .sparkles: "Sparkles"
        case .arena: "Arena"
        }
    }
}
