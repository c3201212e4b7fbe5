import SwiftSyntax

/// Replaces `NSNumber` in the properties of layers and animations by the numbers themselves.
///
/// There, TouchKit's types are arrays of `CGFloat` and `Any`. Other uses of `NSNumber`, for example
/// for a number formatter, remain.
final class NumberConversion: EditVisitor {
    /// The types of casts that are removed.
    private static let castTypes: Set<String> = [
        "NSNumber", "NSNumber?", "[NSNumber]", "[NSNumber]?",
    ]
    /// The properties of animations whose values are numbers.
    fileprivate static let values: Set<String> = ["fromValue", "toValue", "byValue"]

    override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
        let elements = Array(node.elements)
        for (cast, type) in zip(elements, elements.dropFirst())
        where cast.as(UnresolvedAsExprSyntax.self)?.questionOrExclamationMark == nil
            && cast.is(UnresolvedAsExprSyntax.self)
            && Self.castTypes.contains(type.trimmedDescription)
        {
            edits.append(Edit(removing: cast))
            edits.append(Edit(replacing: type, with: ""))
        }
        return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        guard node.calledExpression.trimmedDescription == "NSNumber", node.arguments.count == 1,
            node.arguments.first?.label?.text == "value", node.isValueOfLayer
        else { return .visitChildren }
        edits.append(Edit(replacing: node.calledExpression, with: "CGFloat"))
        if let argument = node.arguments.first {
            edits.append(Edit(replacing: argument, with: argument.expression.trimmedDescription))
        }
        return .skipChildren
    }
}

extension FunctionCallExprSyntax {
    /// Whether the value is an element of an array or is assigned to a value of an animation.
    fileprivate var isValueOfLayer: Bool {
        if parent?.is(ArrayElementSyntax.self) == true { return true }
        guard let sequence = parent?.parent?.as(SequenceExprSyntax.self),
            sequence.elements.count == 3,
            sequence.elements.dropFirst().first?.is(AssignmentExprSyntax.self) == true,
            let target = sequence.elements.first?.as(MemberAccessExprSyntax.self)
        else { return false }
        return NumberConversion.values.contains(target.declName.baseName.text)
    }
}
