import SwiftSyntax

/// Moves overrides from extensions into the class, because only Objective-C methods can be
/// overridden in an extension.
final class OverrideConversion: ConversionVisitor {
    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        if let members = index.extensionOverrides[node.qualifiedName] {
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
                report(
                    member,
                    "override in an extension of \(name), which no file declares; "
                        + "override the method in a subclass")
            }
        }
        return .visitChildren
    }
}
