import SwiftSyntax

/// Isolates closures that a serial dispatch queue runs, because they call methods of the main
/// actor. The compiler only infers this for `DispatchQueue.main`.
///
/// Closures for `DispatchQueue.global()` are not changed: they run on other threads.
final class QueueConversion: EditVisitor {
    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        guard let member = node.calledExpression.as(MemberAccessExprSyntax.self),
            ["async", "asyncAfter"].contains(member.declName.baseName.text),
            let base = member.base?.trimmedDescription, let closure = node.trailingClosure,
            base != "DispatchQueue.main", !base.hasPrefix("DispatchQueue.global")
        else { return .visitChildren }
        if let signature = closure.signature {
            edits.append(Edit(inserting: "@MainActor ", before: signature))
        } else if let statement = closure.statements.first {
            edits.append(Edit(inserting: "@MainActor in ", before: statement))
        }
        return .visitChildren
    }
}
