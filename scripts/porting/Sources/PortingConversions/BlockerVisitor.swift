import SwiftSyntax

/// A visitor that finds code that depends on the Objective-C runtime or on nibs.
final class BlockerVisitor: SyntaxVisitor {
    /// Called functions and created types that have no counterpart, with the thing to do instead.
    private static let blockers: [String: String] = [
        "UINib": "nib: create the views in code",
        "UIStoryboard": "storyboard: create the view controller in code",
        "loadNibNamed": "nib: create the views in code",
        "instantiateViewController": "storyboard: create the view controller in code",
        "performSegue": "segue: present the view controller in code",
        "NSClassFromString": "class by name: use the class itself",
        "NSSelectorFromString": "selector by name: use #selector",
        "method_exchangeImplementations": "swizzling: override the method in a subclass",
        "class_replaceMethod": "swizzling: override the method in a subclass",
        "class_addMethod": "swizzling: override the method in a subclass",
        "CGDataConsumer": "PDF: draw into an image context instead",
        "UIGraphicsBeginPDFContextToData": "PDF: draw into an image context instead",
        "UIGraphicsBeginPDFContextToFile": "PDF: draw into an image context instead",
        "objc_setAssociatedObject": "associated object: use a property of a subclass",
        "objc_getAssociatedObject": "associated object: use a property of a subclass",
    ]
    /// Names of declarations that TouchKit does not have, with the thing to do instead.
    private static let missingNames: [String: String] = {
        let anchors = [
            "bottom", "centerX", "centerY", "firstBaseline", "height", "lastBaseline", "leading",
            "left", "right", "top", "trailing", "width",
        ].map { $0 + "Anchor" }
        let layout =
            anchors + [
                "addConstraint", "addConstraints", "layoutMarginsGuide", "safeAreaLayoutGuide",
                "translatesAutoresizingMaskIntoConstraints", "updateConstraints",
            ]
        let pixels = ["CGBitmapInfo", "CGDataProvider", "CGImageAlphaInfo"]
        return [
            "UIVisualEffectView": "blur: use a translucent color",
            "CAEmitterLayer": "particles: draw them in draw(_:)",
            "CAReplicatorLayer": "replicated layers: add the layers themselves",
        ].merging(layout.map { ($0, "Auto Layout: assign frames in layoutSubviews()") }) { $1 }
            .merging(pixels.map { ($0, "pixels: draw into an image context instead") }) { $1 }
    }()
    /// The beginnings of names of classes that TouchKit does not have.
    private static let missingPrefixes: [(prefix: String, message: String)] = [
        ("UICollectionView", "collection view: use UITableView or UIScrollView"),
        ("CIFilter", "Core Image: draw with Core Graphics"),
        ("CIImage", "Core Image: draw with Core Graphics"),
    ]
    /// Frameworks of Apple whose declarations no product of TouchKit has.
    private static let missingFrameworks: Set<String> = [
        "ARKit", "AVKit", "CoreData", "CoreMotion", "MapKit", "Metal", "MetalKit", "PDFKit",
        "PencilKit", "Photos", "PhotosUI", "SceneKit", "SpriteKit", "WebKit",
    ]
    /// The argument labels of key-value coding and observing.
    private static let keyLabels: Set<String> = ["forKey", "forKeyPath"]
    /// The methods of key-value coding and observing that have such a label.
    private static let keyMethods: Set<String> = [
        "addObserver", "mutableArrayValue", "observeValue", "removeObserver", "setValue", "value",
    ]

    private let path: String
    private let locations: SourceLocationConverter
    private var findings: [Finding] = []
    /// The findings of names, each reported once per line.
    private var reportedNames: Set<String> = []

    private init(_ file: SourceFile, _ syntax: SourceFileSyntax) {
        path = file.path
        locations = SourceLocationConverter(fileName: file.path, tree: syntax)
        super.init(viewMode: .sourceAccurate)
    }

    /// Returns the findings of a file before its conversion.
    static func findings(in file: SourceFile) -> [Finding] {
        let syntax = file.syntax
        let visitor = BlockerVisitor(file, syntax)
        visitor.walk(syntax)
        return visitor.findings
    }

    private func report(
        _ node: some SyntaxProtocol, _ message: String, severity: Finding.Severity = .error
    ) {
        let line = node.startLocation(converter: locations).line
        findings.append(Finding(severity: severity, path: path, line: line, message: message))
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        let member = node.calledExpression.as(MemberAccessExprSyntax.self)
        // Type.init(…) creates an object as Type(…) does.
        let created = member?.declName.baseName.text == "init" ? member?.base : nil
        let name =
            created?.trimmedDescription ?? member?.declName.baseName.text
            ?? node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text ?? ""
        if let message = Self.blockers[name] {
            report(node, message)
        } else if Self.keyMethods.contains(name),
            node.arguments.contains(where: { Self.keyLabels.contains($0.label?.text ?? "") })
        {
            report(node, "key-value coding: use the property itself")
        } else if name == "Selector", node.arguments.count == 1,
            node.arguments.first?.label == nil, node.trailingClosure == nil
        {
            report(node, "selector by name: use #selector")
        }
        return .visitChildren
    }

    /// Reports a missing declaration once per line.
    private func reportMissing(_ name: String, at node: some SyntaxProtocol) {
        guard
            let message = Self.missingNames[name]
                ?? Self.missingPrefixes.first(where: { name.hasPrefix($0.prefix) })?.message
        else { return }
        let line = node.startLocation(converter: locations).line
        if reportedNames.insert("\(line) \(message)").inserted { report(node, message) }
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        let name = node.baseName.text
        // NSLayoutConstraint.Axis exists, for stack views.
        let isAxis = node.parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "Axis"
        if name == "NSLayoutConstraint", !isAxis {
            reportMissing("addConstraint", at: node)
        } else {
            reportMissing(name, at: node)
        }
        return .visitChildren
    }

    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
        let isAxis = node.parent?.as(MemberTypeSyntax.self)?.name.text == "Axis"
        if node.name.text == "NSLayoutConstraint", !isAxis {
            reportMissing("addConstraint", at: node)
        } else {
            reportMissing(node.name.text, at: node)
        }
        return .visitChildren
    }

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        if let name = node.path.first?.name.text, Self.missingFrameworks.contains(name) {
            report(node, "framework \(name): leave out what uses it")
        }
        return .skipChildren
    }

    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
        if node.macroName.text == "keyPath", MacroConversion.keyPath(node) == nil {
            report(node, "key-value coding: use a Swift key path, such as \\View.center")
        } else if node.macroName.text == "selector", MacroConversion.selector(node) == nil {
            report(
                node,
                "selector of a property or of a method with several parameters: "
                    + "add a method with at most one parameter")
        }
        return .visitChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        if node.declName.baseName.text == "m34" {
            report(
                node, "perspective: layers are drawn without perspective, the value has no effect",
                severity: .warning)
        }
        return .visitChildren
    }

    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
        switch node.attributeName.trimmedDescription {
        case "NSManaged":
            report(
                node,
                "property that Core Data or Core Animation implements: declare a stored property "
                    + "whose didSet calls setNeedsDisplay()")
        case "UIApplicationMain":
            report(node, "no entry point: call Kiosk.run with the delegate", severity: .warning)
        case "IBOutlet":
            report(
                node, "outlet: assign the property in code, because no nib does",
                severity: .warning)
        default: break
        }
        return .skipChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        if node.name.text == "awakeFromNib" {
            report(
                node, "awakeFromNib: called only by a class that init(coder:) alone creates",
                severity: .warning)
        }
        return .visitChildren
    }
}
