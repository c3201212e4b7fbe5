import SwiftSyntax

/// Resolves conditions of the platform, such as `#if os(iOS)`: the converted sources contain the
/// code for iOS only. Lines keep their numbers. Conditions inside of a resolved block need another
/// conversion.
final class PlatformConversion: EditVisitor {
    /// Returns whether a condition holds on iOS, or `nil` if it does not depend on the platform.
    private static func value(of condition: ExprSyntax) -> Bool? {
        if let tuple = condition.as(TupleExprSyntax.self), tuple.elements.count == 1 {
            return tuple.elements.first.flatMap { value(of: $0.expression) }
        }
        if let call = condition.as(FunctionCallExprSyntax.self) {
            let argument = call.arguments.first?.expression.trimmedDescription ?? ""
            switch call.calledExpression.trimmedDescription {
            case "os": return argument == "iOS"
            case "targetEnvironment": return false
            case "canImport": return modules[argument]
            default: return nil
            }
        }
        if let prefix = condition.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
            return value(of: prefix.expression).map { !$0 }
        }
        if let sequence = condition.as(SequenceExprSyntax.self) { return value(of: sequence) }
        return nil
    }

    /// Whether frameworks that sources often test with `canImport` exist.
    private static let modules = [
        "UIKit": true, "QuartzCore": true, "CoreGraphics": true, "SwiftUI": false, "AppKit": false,
        "Combine": false, "CoreImage": false, "WatchKit": false,
    ]

    /// Returns the value of operands that are all joined by `&&` or all by `||`.
    private static func value(of sequence: SequenceExprSyntax) -> Bool? {
        let elements = Array(sequence.elements)
        let operators = Set(
            elements.compactMap { $0.as(BinaryOperatorExprSyntax.self)?.operator.text })
        guard operators.count == 1, let name = operators.first, ["&&", "||"].contains(name) else {
            return nil
        }
        let values = stride(from: 0, to: elements.count, by: 2).map { value(of: elements[$0]) }
        let deciding = name == "||"
        if values.contains(deciding) { return deciding }
        return values.contains(nil) ? nil : !deciding
    }

    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
        var active: IfConfigClauseSyntax?
        for clause in node.clauses {
            guard let condition = clause.condition else {
                active = clause
                break
            }
            guard let value = Self.value(of: condition) else { return .visitChildren }
            if value {
                active = clause
                break
            }
        }
        let text = node.trimmedDescription
        let lineCount = Self.lineCount(text.utf8)
        guard let active else {
            edits.append(
                Edit(replacing: node, with: String(repeating: "\n", count: lineCount)))
            return .skipChildren
        }
        let body = active.elements?.description ?? ""
        let start = active.elements?.position ?? active.endPosition
        let length = start.utf8Offset - node.positionAfterSkippingLeadingTrivia.utf8Offset
        let first = Self.lineCount(text.utf8.prefix(length))
        let rest = max(lineCount - first - Self.lineCount(body.utf8), 0)
        edits.append(
            Edit(
                replacing: node,
                with: String(repeating: "\n", count: first) + body
                    + String(repeating: "\n", count: rest)))
        return .skipChildren
    }

    private static func lineCount(_ text: some Sequence<UInt8>) -> Int {
        text.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    }
}
