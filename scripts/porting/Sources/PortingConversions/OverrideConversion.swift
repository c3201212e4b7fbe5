import SwiftSyntax

/// Moves overrides from extensions into the class, because only Objective-C methods can be
/// overridden in an extension.
enum OverrideConversion {
    /// Returns the edits of a file: removed members of extensions and added members of classes.
    static func edits(
        in file: SourceFile, index: ProjectIndex, findings: inout [Finding]
    ) -> [Edit] {
        let visitor = OverrideVisitor(file: file, index: index)
        visitor.walk(file.syntax)
        findings += visitor.findings
        return visitor.edits
    }
}

private final class OverrideVisitor: SyntaxVisitor {
    let file: SourceFile
    let index: ProjectIndex
    let locations: SourceLocationConverter
    var edits: [Edit] = []
    var findings: [Finding] = []

    init(file: SourceFile, index: ProjectIndex) {
        self.file = file
        self.index = index
        locations = SourceLocationConverter(fileName: file.path, tree: file.syntax)
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        let outer = node.enclosingTypeName.map { $0 + "." } ?? ""
        if let members = index.extensionOverrides[outer + node.name.text] {
            let text = members.map { "\n    \($0)\n" }.joined()
            edits.append(Edit(inserting: text, before: node.memberBlock.rightBrace))
        }
        return .visitChildren
    }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        let name = node.extendedType.trimmedDescription
        for member in node.memberBlock.members where member.decl.isOverride {
            if index.classes[name] != nil {
                edits.append(Edit(replacing: member, with: ""))
            } else {
                let location = member.startLocation(converter: locations)
                findings.append(
                    Finding(
                        severity: .error, path: file.path, line: location.line,
                        message: "override in an extension of \(name), which no file declares; "
                            + "override the method in a subclass"))
            }
        }
        return .visitChildren
    }
}
