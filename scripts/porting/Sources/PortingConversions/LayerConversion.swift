import SwiftSyntax

/// Makes `init()` of layer classes a required initializer, because a view creates its layer from
/// `layerClass`. Core Animation finds the initializer at run time.
final class LayerConversion: ConversionVisitor {
    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        guard let superclass = index.frameworkSuperclass(of: node.qualifiedName),
            superclass.hasPrefix("CA"), superclass.hasSuffix("Layer")
        else { return .visitChildren }
        let initializers = node.memberBlock.members.compactMap {
            $0.decl.as(InitializerDeclSyntax.self)
        }.filter { !$0.modifiers.contains("convenience") }
        let plain = initializers.first { $0.signature.parameterClause.parameters.isEmpty }
        if let plain {
            for modifier in plain.modifiers where modifier.name.text == "override" {
                edits.append(Edit(replacing: modifier, with: "required"))
            }
        } else if !initializers.isEmpty {
            let text = "\n    required init() { fatalError(\"init() is not implemented\") }\n"
            edits.append(Edit(inserting: text, before: node.memberBlock.rightBrace))
        }
        return .visitChildren
    }
}
