import SwiftSyntax

extension DeclModifierListSyntax {
    /// Returns whether the list contains the modifier `name`, for example `override`.
    func contains(_ name: String) -> Bool {
        contains { $0.name.text == name }
    }
}

extension InheritanceClauseSyntax {
    /// The names of the inherited types, in order.
    var names: [String] { inheritedTypes.map { $0.type.trimmedDescription } }
}

extension SyntaxProtocol {
    /// The name of the type whose declaration or extension contains the node, with the names of
    /// the types around the type, or `nil` outside of types.
    var enclosingTypeName: String? {
        var names: [String] = []
        var node = parent
        while let current = node {
            if let declaration = current.asProtocol((any NamedDeclSyntax).self),
                current.asProtocol((any DeclGroupSyntax).self) != nil
            {
                names.append(declaration.name.text)
            } else if let declaration = current.as(ExtensionDeclSyntax.self) {
                names.append(declaration.extendedType.trimmedDescription)
            }
            node = current.parent
        }
        return names.isEmpty ? nil : names.reversed().joined(separator: ".")
    }
}

extension ClassDeclSyntax {
    /// The name of the class, after the names of the types around a nested class.
    var qualifiedName: String { (enclosingTypeName.map { $0 + "." } ?? "") + name.text }
}

extension FunctionDeclSyntax {
    /// The name with argument labels, for example `handlePan(_:)`.
    var fullName: String {
        let labels = signature.parameterClause.parameters.map { $0.firstName.text + ":" }
        return labels.isEmpty ? name.text : "\(name.text)(\(labels.joined()))"
    }

    /// The result type without whitespace, or `nil` for a function without a result.
    var resultType: String? {
        guard let type = signature.returnClause?.type.trimmedDescription else { return nil }
        return ["Void", "()", "Swift.Void"].contains(type) ? nil : type
    }
}

extension InitializerDeclSyntax {
    /// Whether the initializer is `init(coder:)`.
    var isCoderInitializer: Bool {
        let parameters = signature.parameterClause.parameters
        return parameters.count == 1 && parameters.first?.firstName.text == "coder"
    }
}
