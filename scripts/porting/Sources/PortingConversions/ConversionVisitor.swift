import SwiftSyntax

/// A visitor of one file that collects edits, and findings about what it cannot convert.
class ConversionVisitor: SyntaxVisitor {
    let file: SourceFile
    let index: ProjectIndex
    private let locations: SourceLocationConverter
    final var edits: [Edit] = []
    private var findings: [Finding] = []

    required init(file: SourceFile, index: ProjectIndex) {
        self.file = file
        self.index = index
        locations = SourceLocationConverter(fileName: file.path, tree: file.syntax)
        super.init(viewMode: .sourceAccurate)
    }

    /// Returns the edits of a file, and adds what cannot be converted to `findings`.
    static func edits(
        in file: SourceFile, index: ProjectIndex, findings: inout [Finding]
    ) -> [Edit] {
        let visitor = Self(file: file, index: index)
        visitor.walk(file.syntax)
        findings += visitor.findings
        return visitor.edits
    }

    /// Reports a node that cannot be converted.
    final func report(_ node: some SyntaxProtocol, _ message: String) {
        let line = node.startLocation(converter: locations).line
        findings.append(Finding(severity: .error, path: file.path, line: line, message: message))
    }
}
