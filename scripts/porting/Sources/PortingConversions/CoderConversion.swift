import SwiftSyntax

/// Removes `init(coder:)`, because there are no nibs and storyboards that could call it.
///
/// If `init(coder:)` is the only designated initializer of a class, the class is only created by a
/// nib, and the initializer becomes the one that an app calls: `init(frame:)` of a view, `init()`
/// of a view controller or layer.
final class CoderConversion: ConversionVisitor {
    /// The methods of Interface Builder and archives, which are removed.
    private static let removedMethods: Set<String> = [
        "encode(with:)", "prepareForInterfaceBuilder",
    ]

    /// The parameter and the argument of the initializer that replaces `init(coder:)`.
    private struct Replacement {
        let parameters: String
        let arguments: String
    }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        let initializers = node.memberBlock.members.compactMap {
            $0.decl.as(InitializerDeclSyntax.self)
        }
        let hasOther = initializers.contains {
            !$0.isCoderInitializer && !$0.modifiers.contains("convenience")
        }
        for initializer in initializers where initializer.isCoderInitializer {
            if hasOther || initializer.modifiers.contains("convenience")
                || initializer.onlyCallsFatalError
            {
                edits.append(Edit(replacing: initializer, with: ""))
            } else if let replacement = replacement(for: node) {
                replace(initializer, by: replacement)
                if node.memberBlock.members.contains(where: {
                    $0.decl.as(FunctionDeclSyntax.self)?.name.text == "awakeFromNib"
                }), let brace = initializer.body?.rightBrace {
                    edits.append(Edit(inserting: "\n        awakeFromNib()\n    ", before: brace))
                }
            } else {
                edits.append(Edit(replacing: initializer, with: ""))
            }
        }
        for initializer in initializers where initializer.isNibInitializer {
            edits.append(Edit(replacing: initializer.signature.parameterClause, with: "()"))
        }
        return .visitChildren
    }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        for member in node.memberBlock.members {
            if member.decl.as(InitializerDeclSyntax.self)?.isCoderInitializer == true {
                edits.append(Edit(replacing: member, with: ""))
            }
        }
        return .visitChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        if Self.removedMethods.contains(node.fullName) {
            edits.append(Edit(replacing: node, with: ""))
            return .skipChildren
        }
        if node.fullName == "awakeFromNib",
            let modifier = node.modifiers.first(where: { $0.name.text == "override" })
        {
            edits.append(Edit(removing: modifier))
        }
        return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if node.calledExpression.trimmedDescription == "super.awakeFromNib" {
            edits.append(Edit(replacing: node, with: ""))
        }
        // super.init(nibName: nil, bundle: nil)
        if node.calledExpression.trimmedDescription.hasSuffix(".init"),
            node.arguments.first?.label?.text == "nibName"
        {
            edits.append(Edit(replacing: node.arguments, with: ""))
        }
        return .visitChildren
    }

    private func replacement(for node: ClassDeclSyntax) -> Replacement? {
        guard let superclass = index.frameworkSuperclass(of: node.qualifiedName),
            superclass.hasPrefix("UI") || superclass.hasPrefix("CA"),
            !superclass.hasSuffix("Recognizer")
        else { return nil }
        if superclass.hasSuffix("Controller") || superclass.hasSuffix("Layer") {
            return Replacement(parameters: "()", arguments: "")
        }
        if superclass == "UITableViewCell" {
            return Replacement(
                parameters: "(style: UITableViewCell.CellStyle, reuseIdentifier: String?)",
                arguments: "style: style, reuseIdentifier: reuseIdentifier")
        }
        return Replacement(parameters: "(frame: CGRect)", arguments: "frame: frame")
    }

    private func replace(_ node: InitializerDeclSyntax, by replacement: Replacement) {
        for modifier in node.modifiers where ["required", "override"].contains(modifier.name.text) {
            edits.append(Edit(removing: modifier))
        }
        edits.append(Edit(inserting: "override ", before: node.initKeyword))
        if let mark = node.optionalMark { edits.append(Edit(removing: mark)) }
        edits.append(
            Edit(replacing: node.signature.parameterClause, with: replacement.parameters))
        let parameter = node.signature.parameterClause.parameters.first
        let name = (parameter?.secondName ?? parameter?.firstName)?.text ?? ""
        let body = CoderBodyVisitor(coder: name, arguments: replacement.arguments)
        if let statements = node.body { body.walk(statements) }
        edits += body.edits
        for use in body.otherUses {
            report(use, "value from a nib: assign the value after the initialization")
        }
    }
}

/// A visitor that replaces the call of `super.init(coder:)` and collects other uses of the coder.
private final class CoderBodyVisitor: SyntaxVisitor {
    let coder: String
    let arguments: String
    var edits: [Edit] = []
    var otherUses: [DeclReferenceExprSyntax] = []

    init(coder: String, arguments: String) {
        self.coder = coder
        self.arguments = arguments
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        guard node.arguments.first?.label?.text == "coder" else { return .visitChildren }
        edits.append(Edit(replacing: node.arguments, with: arguments))
        return .skipChildren
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        if node.baseName.text == coder { otherUses.append(node) }
        return .visitChildren
    }
}

extension InitializerDeclSyntax {
    /// Whether the initializer is `init(nibName:bundle:)`.
    fileprivate var isNibInitializer: Bool {
        signature.parameterClause.parameters.first?.firstName.text == "nibName"
    }

    /// Whether the body consists of a call of `fatalError`.
    fileprivate var onlyCallsFatalError: Bool {
        guard let body, body.statements.count == 1, let statement = body.statements.first else {
            return false
        }
        return statement.trimmedDescription.hasPrefix("fatalError(")
    }
}
