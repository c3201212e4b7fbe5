import SwiftSyntax

/// Gives deinitializers access to properties of the main actor.
///
/// An isolated deinitializer runs on the main actor, wherever the last reference is released, and
/// requires Swift 6.2. With older compilers, the body asserts that it runs on the main thread.
final class DeinitConversion: EditVisitor {
    override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind {
        guard let body = node.body, !body.statements.isEmpty else { return .skipChildren }
        let statements = body.statements.description
        let closing = body.rightBrace.leadingTrivia.description
        let text = """
            #if compiler(>=6.2)
            isolated deinit {\(statements)\(closing)}
            #else
            deinit { MainActor.assumeIsolated {\(statements)\(closing)} }
            #endif
            """
        edits.append(Edit(replacing: node, with: text))
        return .skipChildren
    }
}
