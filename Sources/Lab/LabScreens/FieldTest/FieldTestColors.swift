import TouchKit

/// The colors of the field test: black on white, so that the pages are legible in sunlight.
///
/// Color never carries information alone; a shape or a text always repeats the information.
@MainActor
enum FieldTestColors {
    /// The background of all pages.
    static let background = UIColor.white
    /// The color of texts and guide lines.
    static let foreground = UIColor.black
    /// The color of secondary texts and guides, of finished targets and of the icon of
    /// `Verdict.skipped`.
    static let secondary = UIColor(white: 0.33, alpha: 1)
    /// The color of the lines in the coverage grid. The color is light, because texts are drawn on
    /// top of the grid.
    static let grid = UIColor(white: 0.82, alpha: 1)
    /// The color of the unfilled part of a progress bar or ring.
    static let unfilled = UIColor(white: 0.72, alpha: 1)
    /// The color of targets, and of rings around contacts.
    static let target = UIColor(red: 0, green: 0.3, blue: 0.85, alpha: 1)
    /// The color of touched cells on the coverage page.
    static let covered = UIColor(red: 0.36, green: 0.84, blue: 0.44, alpha: 1)
    /// The color of the icon of `Verdict.pass`.
    static let pass = UIColor(red: 0, green: 0.47, blue: 0.16, alpha: 1)
    /// The color of the icons of `Verdict.doubtful` and `Verdict.incomplete`.
    static let doubtful = UIColor(red: 1, green: 0.72, blue: 0, alpha: 1)
    /// The color of the icon of `Verdict.fail`, and of measured positions.
    static let fail = UIColor(red: 0.78, green: 0, blue: 0, alpha: 1)
}
