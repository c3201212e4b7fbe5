import TouchKit

/// The colours of what lies over the scenes: plates like the toolbar's on a dark ground.
@MainActor
enum MaintenanceColors {
    /// Behind everything.
    static let ground = UIColor(white: 0.11, alpha: 1)
    /// Plates that take fingers.
    static let plate = UIColor(white: 0.92, alpha: 1)
    /// Under a finger.
    static let pressed = UIColor(white: 0.68, alpha: 1)
    /// What is chosen.
    static let chosen = UIColor(red: 0.16, green: 0.45, blue: 0.85, alpha: 1)
    /// Text on plates.
    static let ink = UIColor(white: 0.13, alpha: 1)
    /// What isn't as it should be.
    static let trouble = UIColor(red: 1, green: 0.58, blue: 0.5, alpha: 1)
    /// What is as it should be.
    static let good = UIColor(red: 0.55, green: 0.9, blue: 0.6, alpha: 1)
    /// What is said beside the matter.
    static let quiet = UIColor(white: 0.66, alpha: 1)
}
