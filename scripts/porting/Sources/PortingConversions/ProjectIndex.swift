import SwiftSyntax

/// The declarations of all files of a project that conversions in other files depend on.
struct ProjectIndex {
    /// The first inherited type of each class, or `nil` if there is none, by the name of the class
    /// with the names of the types around a nested class.
    private(set) var classes: [String: String?] = [:]
    /// The names of the optional requirements of the project's protocols, without labels.
    private(set) var optionalRequirements: Set<String> = []
    /// The overridden members of extensions, as texts, by the name of the extended class.
    private(set) var extensionOverrides: [String: [String]] = [:]

    /// Creates the index of a project.
    init(_ files: [SourceFile]) {
        for file in files {
            let visitor = IndexVisitor(viewMode: .sourceAccurate)
            visitor.walk(file.syntax)
            for (name, superclass) in visitor.classes where classes[name] == nil {
                classes.updateValue(superclass, forKey: name)
            }
            optionalRequirements.formUnion(visitor.optionalRequirements)
            extensionOverrides.merge(visitor.extensionOverrides) { $0 + $1 }
        }
    }

    /// Returns the name of the first superclass of the class `name` that the project does not
    /// declare, or `nil` for a class without such a superclass.
    func frameworkSuperclass(of name: String) -> String? {
        var current = name
        var visited: Set<String> = []
        while let known = classes[current], visited.insert(current).inserted {
            guard let superclass = known else { return nil }
            current = superclass
        }
        return current
    }
}

/// A visitor that collects the declarations of one file.
private final class IndexVisitor: SyntaxVisitor {
    var classes: [(name: String, superclass: String?)] = []
    var optionalRequirements: Set<String> = []
    var extensionOverrides: [String: [String]] = [:]

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        classes.append((node.qualifiedName, node.inheritanceClause?.names.first))
        return .visitChildren
    }

    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        for member in node.memberBlock.members {
            if let function = member.decl.as(FunctionDeclSyntax.self),
                function.modifiers.contains("optional")
            {
                optionalRequirements.insert(function.name.text)
            }
        }
        return .visitChildren
    }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        let name = node.extendedType.trimmedDescription
        let isPublic = node.modifiers.contains("public")
        for member in node.memberBlock.members where member.decl.isOverride {
            var text = member.trimmedDescription
            // The members of a public extension are public, those of a class are internal.
            if isPublic, let position = member.decl.positionOfAccessLevel {
                let start = member.positionAfterSkippingLeadingTrivia.utf8Offset
                let edit = Edit(inserting: "public ", at: position.utf8Offset - start)
                text = Edit.apply([edit], to: text)
            }
            extensionOverrides[name, default: []].append(text)
        }
        return .visitChildren
    }
}

extension DeclSyntax {
    /// The position of the first modifier of a function or property without an access level, or
    /// `nil` if the declaration has an access level.
    fileprivate var positionOfAccessLevel: AbsolutePosition? {
        guard let modifiers = asProtocol((any WithModifiersSyntax).self)?.modifiers,
            !["open", "public", "internal", "fileprivate", "private"].contains(
                where: modifiers.contains)
        else { return nil }
        return modifiers.first?.positionAfterSkippingLeadingTrivia
    }

    /// Whether the declaration is a function or property with the modifier `override`.
    var isOverride: Bool {
        if let function = self.as(FunctionDeclSyntax.self) {
            return function.modifiers.contains("override")
        }
        return self.as(VariableDeclSyntax.self)?.modifiers.contains("override") == true
    }
}
