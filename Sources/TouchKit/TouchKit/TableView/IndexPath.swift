/// The position of a row in a table view.
///
/// UIKit uses Foundation's type of this name. A file that imports Foundation as well names this one
/// `TouchKit.IndexPath`.
public struct IndexPath: Hashable, Comparable, Sendable {
    /// An index number that identifies a row in a section of a table view.
    public var row: Int
    /// An index number that identifies a section in a table view; always 0.
    public var section: Int

    /// Creates an index path that references a row in a particular section.
    public init(row: Int, section: Int) {
        self.row = row
        self.section = section
    }

    /// Returns whether `left` precedes `right`.
    public static func < (left: IndexPath, right: IndexPath) -> Bool {
        (left.section, left.row) < (right.section, right.row)
    }
}
