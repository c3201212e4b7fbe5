import SwiftSyntax

/// Converts optional requirements, which only Objective-C protocols have, to requirements with a
/// default implementation in a protocol extension.
///
/// The protocol itself is restricted to classes, as an Objective-C protocol is.
///
/// A call such as `delegate?.didEnd?(self)` becomes `delegate?.didEnd(self)`. A requirement with a
/// result needs an optional result type, because the default implementation returns `nil`.
final class OptionalRequirementConversion: ConversionVisitor {
    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        if node.isObjectiveC { bindToClasses(node) }
        var defaults: [String] = []
        for member in node.memberBlock.members {
            if let function = member.decl.as(FunctionDeclSyntax.self),
                let modifier = function.modifiers.first(where: { $0.name.text == "optional" })
            {
                edits.append(Edit(removing: modifier))
                if let text = defaultImplementation(function) { defaults.append(text) }
            } else if let property = member.decl.as(VariableDeclSyntax.self),
                property.modifiers.contains("optional")
            {
                report(property, "optional property: declare the property without optional")
            }
        }
        if !defaults.isEmpty {
            let access = node.modifiers.first {
                ["public", "private", "fileprivate"].contains($0.name.text)
            }
            let prefix = access.map { "\($0.name.text) " } ?? ""
            edits.append(
                Edit(
                    inserting: "\n\n\(prefix)extension \(node.name.text) {\n"
                        + defaults.joined(separator: "\n") + "\n}",
                    after: node))
        }
        return .skipChildren
    }

    /// Restricts a protocol to classes, which `@objc` implies and weak references require.
    private func bindToClasses(_ node: ProtocolDeclSyntax) {
        guard let clause = node.inheritanceClause, let last = clause.inheritedTypes.last else {
            return edits.append(Edit(inserting: ": AnyObject", after: node.name))
        }
        if Set(clause.names).isDisjoint(with: ["AnyObject", "class", "NSObjectProtocol"]) {
            edits.append(Edit(inserting: ", AnyObject", after: last))
        }
    }

    /// Returns the default implementation of a requirement, or reports the requirement if its
    /// result is not optional.
    private func defaultImplementation(_ function: FunctionDeclSyntax) -> String? {
        let signature = "func \(function.name.text)\(function.signature.trimmedDescription)"
        guard let type = function.resultType else { return "    \(signature) {}" }
        if type.hasSuffix("?") || type.hasSuffix("!") { return "    \(signature) { nil }" }
        report(
            function,
            "optional method \(function.fullName) with a result of type \(type): "
                + "add a default implementation in an extension of the protocol")
        return nil
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if let chain = node.calledExpression.as(OptionalChainingExprSyntax.self),
            let member = chain.expression.as(MemberAccessExprSyntax.self),
            index.optionalRequirements.contains(member.declName.baseName.text)
        {
            edits.append(Edit(removing: chain.questionMark))
        }
        return .visitChildren
    }
}

extension ProtocolDeclSyntax {
    /// Whether the protocol is one of Objective-C, which only classes adopt.
    fileprivate var isObjectiveC: Bool {
        attributes.contains {
            $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "objc"
        }
    }
}
