import SwiftSyntax

/// Replaces `#selector` by a `Selector` that calls the method, `#keyPath` by its string, and color
/// and image literals by initializers.
///
/// Two selectors of the same method of the same class are equal, so that a target is added once
/// and can be removed, as on iOS.
final class MacroConversion: EditVisitor {
    /// Returns the `Selector` for the argument of `#selector`, or `nil` if the argument is not a
    /// method of a class: a getter, a setter or a method with more than one parameter.
    static func selector(_ node: MacroExpansionExprSyntax) -> String? {
        guard let argument = node.arguments.first, argument.label == nil else { return nil }
        var expression = argument.expression
        if let cast = expression.as(SequenceExprSyntax.self), let first = cast.elements.first {
            expression = first
        }
        let method: DeclReferenceExprSyntax
        var base: ExprSyntax?
        if let member = expression.as(MemberAccessExprSyntax.self) {
            method = member.declName
            base = member.base
        } else if let reference = expression.as(DeclReferenceExprSyntax.self) {
            method = reference
        } else {
            return nil
        }
        guard method.argumentNames.map({ $0.arguments.count < 2 }) ?? true else { return nil }
        let baseName = base?.trimmedDescription
        let isOwn = baseName == nil || ["self", "Self", "type(of: self)"].contains(baseName)
        guard let target = isOwn ? node.enclosingTypeName : baseName else { return nil }
        let name = method.trimmedDescription
        return "Selector(\"\(name)\") { (target: \(target)) in target.\(name) }"
    }

    /// Returns the string that `#keyPath` stands for, or `nil` if its argument is not a path of
    /// names. Names of types, which begin with a capital letter, are not part of the string.
    static func keyPath(_ node: MacroExpansionExprSyntax) -> String? {
        guard let argument = node.arguments.first, argument.label == nil else { return nil }
        let names = argument.expression.trimmedDescription.split(separator: ".")
        let path = names.drop { $0.first?.isUppercase == true || $0 == "self" }
        guard !path.isEmpty,
            path.allSatisfy({ $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } })
        else { return nil }
        return path.joined(separator: ".")
    }

    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
        let arguments = node.arguments.trimmedDescription
        switch node.macroName.text {
        case "selector":
            guard let selector = Self.selector(node) else { break }
            // A closure is not allowed without parentheses in the condition of a statement.
            edits.append(Edit(replacing: node, with: "(\(selector))"))
        case "keyPath":
            guard let path = Self.keyPath(node) else { break }
            edits.append(Edit(replacing: node, with: "\"\(path)\""))
        case "colorLiteral":
            edits.append(Edit(replacing: node, with: "UIColor(\(arguments))"))
        case "imageLiteral":
            guard let name = node.arguments.first?.expression.trimmedDescription else { break }
            edits.append(Edit(replacing: node, with: "UIImage(named: \(name))!"))
        default:
            return .visitChildren
        }
        return .skipChildren
    }
}
