import SwiftSyntax

/// A visitor of one file that collects edits, independently of other files.
class EditVisitor: SyntaxVisitor {
    final var edits: [Edit] = []

    required init() {
        super.init(viewMode: .sourceAccurate)
    }

    /// Returns the edits of a file.
    static func edits(in file: SourceFile) -> [Edit] {
        let visitor = Self()
        visitor.walk(file.syntax)
        return visitor.edits
    }
}
