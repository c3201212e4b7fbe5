import TouchKit

/// The colours of the field test: black on white, as what is read in the sun has to be. A colour never says
/// alone what it says.
@MainActor
enum FieldTestColors {
    /// Behind everything.
    static let ground = UIColor.white
    /// Text and what is measured.
    static let ink = UIColor.black
    /// What is said beside the matter, and what is over.
    static let quiet = UIColor(white: 0.33, alpha: 1)
    /// Lines of the grid, under words as well.
    static let grid = UIColor(white: 0.82, alpha: 1)
    /// What isn't filled yet.
    static let line = UIColor(white: 0.72, alpha: 1)
    /// Where a finger is wanted.
    static let target = UIColor(red: 0, green: 0.3, blue: 0.85, alpha: 1)
    /// What was touched.
    static let covered = UIColor(red: 0.36, green: 0.84, blue: 0.44, alpha: 1)
    /// The mark of what is good.
    static let pass = UIColor(red: 0, green: 0.47, blue: 0.16, alpha: 1)
    /// The mark of what isn't quite.
    static let doubtful = UIColor(red: 1, green: 0.72, blue: 0, alpha: 1)
    /// The mark of what is bad.
    static let fail = UIColor(red: 0.78, green: 0, blue: 0, alpha: 1)
}
