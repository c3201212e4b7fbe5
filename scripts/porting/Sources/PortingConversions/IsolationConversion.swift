import SwiftSyntax

/// Isolates all declarations to the main actor, on which all of TouchKit runs.
///
/// Explicit attributes have the effect of the setting `defaultIsolation(MainActor.self)`, which
/// requires Swift 6.2.
final class IsolationConversion: EditVisitor {
    /// The protocols whose synthesized implementation reads stored properties without isolation.
    private static let synthesized: Set<String> = [
        "Codable", "CodingKey", "Comparable", "Decodable", "Encodable", "Equatable", "Error",
        "Hashable",
    ]

    private func isolate(_ node: some DeclSyntaxProtocol & WithAttributesSyntax) {
        let isIsolated = node.attributes.contains { $0.trimmedDescription == "@MainActor" }
        if !isIsolated { edits.append(Edit(inserting: "@MainActor ", before: node)) }
    }

    /// Isolates a type, or only its members except for stored properties if the compiler
    /// synthesizes conformances.
    private func isolateType(
        _ node: some DeclGroupSyntax & WithAttributesSyntax
    ) -> SyntaxVisitorContinueKind {
        let names = node.inheritanceClause?.names ?? []
        guard !Self.synthesized.isDisjoint(with: names) else {
            isolate(node)
            return .visitChildren
        }
        guard !names.contains("CodingKey") else { return .skipChildren }
        for member in node.memberBlock.members {
            if let function = member.decl.as(FunctionDeclSyntax.self) {
                isolate(function)
            } else if let initializer = member.decl.as(InitializerDeclSyntax.self) {
                isolate(initializer)
            } else if let property = member.decl.as(VariableDeclSyntax.self),
                property.isStatic || property.bindings.contains(where: { $0.isComputed })
            {
                isolate(property)
            }
        }
        return .visitChildren
    }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        isolateType(node)
    }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
        isolateType(node)
    }

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        isolateType(node)
    }

    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        isolate(node)
        return .visitChildren
    }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        isolate(node)
        return .visitChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        // A function in the body of a closure does not inherit the isolation.
        if node.parent?.is(MemberBlockItemSyntax.self) != true { isolate(node) }
        return .visitChildren
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        if node.parent?.parent?.parent?.is(SourceFileSyntax.self) == true { isolate(node) }
        return .visitChildren
    }
}

extension VariableDeclSyntax {
    /// Whether the property belongs to the type and not to an instance.
    fileprivate var isStatic: Bool { modifiers.contains("static") || modifiers.contains("class") }
}

extension PatternBindingSyntax {
    /// Whether the property has a getter.
    fileprivate var isComputed: Bool {
        switch accessorBlock?.accessors {
        case .getter: true
        case .accessors(let list): list.contains { $0.accessorSpecifier.text == "get" }
        case nil: false
        }
    }
}
