import Testing

@testable import PortingConversions

/// Returns the text of one converted file, without empty lines and indentation.
private func convert(_ text: String) -> String {
    lines(Conversion([SourceFile(path: "View.swift", text: text)]).files[0].text)
}

/// Returns `text` without empty lines and indentation.
private func lines(_ text: String) -> String {
    text.split(separator: "\n").map { line in
        String(line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    .filter { !$0.isEmpty }.joined(separator: "\n")
}

/// Returns the findings of one file.
private func findings(_ text: String) -> [Finding] {
    Conversion([SourceFile(path: "View.swift", text: text)]).findings
}

@Suite("Conversions")
struct ConversionTests {
    @Test("Apple's frameworks become one import of UIKit")
    func imports() {
        let result = convert("import Foundation\nimport UIKit\nimport QuartzCore\nimport Other\n")
        #expect(result == "import UIKit\nimport Other")
    }

    @Test("A file that uses Foundation imports UIKitFoundation")
    func foundation() {
        let text = "import UIKit\nlet text = String(format: \"%.1f\", 2.0)"
        let conversion = Conversion([SourceFile(path: "View.swift", text: text)])
        #expect(conversion.files[0].text.hasPrefix("import UIKitFoundation\n"))
        #expect(conversion.usesFoundation)
    }

    @Test(
        "A selector becomes a Selector of the class that declares the method",
        arguments: [
            ("Knob.turn(_:)", "Selector(\"turn(_:)\") { (target: Knob) in target.turn(_:) }"),
            ("self.tap", "Selector(\"tap\") { (target: Dial) in target.tap }"),
            ("tap", "Selector(\"tap\") { (target: Dial) in target.tap }"),
        ])
    func selector(argument: String, expected: String) {
        let result = convert("class Dial { func f() { add(#selector(\(argument))) } }")
        #expect(result.contains("add((\(expected)))"))
    }

    @Test("A selector of a getter or of two parameters is reported")
    func unsupportedSelector() {
        let text = "class Dial {\nlet a = #selector(getter: x)\nlet b = #selector(f(_:with:))\n}"
        #expect(findings(text).map(\.line) == [2, 3])
    }

    @Test("Color and image literals become initializers")
    func literals() {
        #expect(
            convert("let a = #colorLiteral(red: 1, green: 0, blue: 0, alpha: 1)")
                == "@MainActor let a = UIColor(red: 1, green: 0, blue: 0, alpha: 1)")
        #expect(
            convert("let a = #imageLiteral(resourceName: \"card\")")
                == "@MainActor let a = UIImage(named: \"card\")!")
    }

    @Test("Attributes of the Objective-C runtime and of Interface Builder are removed")
    func attributes() {
        let result = convert(
            "@objc @IBDesignable class Dial { @IBInspectable dynamic var x = 1\n"
                + "@IBAction func f() {} }")
        #expect(result == "@MainActor class Dial { var x = 1\nfunc f() {} }")
    }

    @Test("An override in an extension moves to the class in another file")
    func overrides() {
        let conversion = Conversion([
            SourceFile(path: "Dial.swift", text: "class Dial: UIView {\n}"),
            SourceFile(
                path: "Touches.swift",
                text: "extension Dial {\n    override func draw(_ rect: CGRect) { f() }\n"
                    + "    func f() {}\n}"),
        ])
        #expect(
            lines(conversion.files[0].text)
                == "@MainActor class Dial: UIView {\noverride func draw(_ rect: CGRect) { f() }\n}")
        #expect(lines(conversion.files[1].text) == "@MainActor extension Dial {\nfunc f() {}\n}")
        #expect(conversion.findings == [])
    }

    @Test("An override in an extension of a framework's class is reported")
    func foreignOverride() {
        let result = findings("extension UIView {\noverride func layoutSubviews() {}\n}")
        #expect(result.map(\.line) == [2])
        #expect(result.map(\.severity) == [.error])
    }

    @Test("init(coder:) is removed where another initializer exists")
    func redundantCoder() {
        let result = convert(
            """
            class Dial: UIView {
                override init(frame: CGRect) { super.init(frame: frame) }
                required init?(coder aDecoder: NSCoder) { super.init(coder: aDecoder) }
            }
            """)
        #expect(!result.contains("coder"))
        #expect(result.contains("override init(frame: CGRect) { super.init(frame: frame) }"))
    }

    @Test("The only initializer, init(coder:), becomes init(frame:) of a view")
    func soleCoderOfView() {
        let result = convert(
            """
            class Base: UIControl {}
            class Dial: Base {
                required public init?(coder aDecoder: NSCoder) {
                    super.init(coder: aDecoder)
                    setup()
                }
            }
            """)
        #expect(result.contains("public override init(frame: CGRect) {\nsuper.init(frame: frame)"))
    }

    @Test("The only initializer, init(coder:), becomes init() of a view controller")
    func soleCoderOfController() {
        let result = convert(
            "class Page: UIViewController {\n"
                + "required init?(coder: NSCoder) { super.init(coder: coder); f() }\n}")
        #expect(result.contains("override init() { super.init(); f() }"))
    }

    @Test("init() of a layer is required, and is added where it is missing")
    func layerInitializers() {
        let result = convert(
            """
            class Base: CAShapeLayer { override init() { super.init() } }
            class Bar: Base { init(width: Int) { super.init() } }
            class Plain: CALayer {}
            """)
        #expect(result.contains("Base: CAShapeLayer { required init() { super.init() } }"))
        #expect(
            result.contains(
                "init(width: Int) { super.init() }\n"
                    + "required init() { fatalError(\"init() is not implemented\") }\n}"))
        #expect(result.contains("class Plain: CALayer {}"))
    }

    @Test(
        "Of conditions of the platform, the code for iOS remains, and lines keep their numbers",
        arguments: [
            ("#if os(iOS)\nlet a = 1\n#else\nlet b = 1\n#endif", "\nlet a = 1\n\n\n"),
            (
                "#if os(macOS)\nlet a = 1\n#elseif canImport(UIKit)\nlet b = 1\n#endif",
                "\n\n\nlet b = 1\n"
            ),
            ("#if os(macOS) || targetEnvironment(simulator)\nlet a = 1\n#endif", "\n\n"),
            (
                "#if !os(macOS) && os(iOS)\n#if os(iOS)\nlet a = 1\n#endif\n#endif",
                "\n\nlet a = 1\n\n"
            ),
            ("#if DEBUG\nlet a = 1\n#endif", "#if DEBUG\nlet a = 1\n#endif"),
        ])
    func platforms(text: String, expected: String) {
        let result = Conversion([SourceFile(path: "View.swift", text: text)]).files[0].text
        #expect(result.replacing("@MainActor ", with: "") == expected)
    }

    @Test(
        "A closure on a queue of the app is isolated to the main actor",
        arguments: [
            ("queue.async { f() }", "queue.async { @MainActor in f() }"),
            (
                "self.queue.asyncAfter(deadline: d) { [weak self] in f() }",
                "self.queue.asyncAfter(deadline: d) { @MainActor [weak self] in f() }"
            ),
            ("DispatchQueue.main.async { f() }", "DispatchQueue.main.async { f() }"),
            ("DispatchQueue.global().async { f() }", "DispatchQueue.global().async { f() }"),
        ])
    func queues(statement: String, expected: String) {
        #expect(convert("class A { func g() { \(statement) } }").contains("{ \(expected) }"))
    }

    @Test("A file that imports SwiftUI is left out and reported")
    func swiftUI() {
        let text = "import UIKit\nimport SwiftUI\nstruct Dial: View {}"
        #expect(convert(text) == "// Left out: the file uses SwiftUI.")
        #expect(findings(text).map(\.severity) == [.warning])
        #expect(findings(text).map(\.line) == [2])
    }

    @Test("A file whose import of SwiftUI is for previews only is converted")
    func swiftUIPreview() {
        let text =
            "import UIKit\nclass Dial {}\n"
            + "#if canImport(SwiftUI) && DEBUG\nimport SwiftUI\nstruct Preview: View {}\n#endif\n"
        #expect(convert(text) == "import UIKit\n@MainActor class Dial {}")
        #expect(findings(text).isEmpty)
    }

    @Test("Two files with the same name are found, because the converted files have no folders")
    func sameName() {
        func paths(_ paths: String...) -> [String] {
            SourceFile.pathsWithSameName(in: paths.map { SourceFile(path: $0, text: "") })
        }
        #expect(
            paths("A/View.swift", "A/B.swift", "B/View.swift") == ["A/View.swift", "B/View.swift"])
        #expect(paths("A/View.swift", "A/MyView.swift") == [])
    }

    @Test(
        "A key path of Objective-C becomes its string",
        arguments: [
            ("CAShapeLayer.strokeEnd", "strokeEnd"), ("bounds.size", "bounds.size"),
            ("Ring.Part.layer.opacity", "layer.opacity"),
        ])
    func keyPaths(argument: String, expected: String) {
        let text = "class Ring { func f() { add(#keyPath(\(argument))) } }"
        #expect(convert(text) == "@MainActor class Ring { func f() { add(\"\(expected)\") } }")
        #expect(findings(text).isEmpty)
    }

    @Test("Key-value coding of layers and perspective are reported")
    func layerFindings() {
        let result = findings(
            "func f(l: CALayer) {\nl.setValue(1, forKeyPath: \"transform.scale\")\n"
                + "_ = l.value(forKeyPath: \"opacity\")\nl.sublayerTransform.m34 = -0.002\n}")
        #expect(result.map(\.line) == [2, 3, 4])
        #expect(result.map(\.severity) == [.error, .error, .warning])
    }

    @Test("A value that init(coder:) reads from a nib is reported")
    func decodedValue() {
        let result = findings(
            "class Dial: UIView {\nrequired init?(coder c: NSCoder) {\nsuper.init(coder: c)\n"
                + "x = c.decodeInteger(forKey: \"x\")\n}\n}")
        #expect(result.map(\.line) == [4])
    }

    @Test("An optional requirement gets a default implementation, and its calls lose the mark")
    func optionalRequirement() {
        let result = convert(
            """
            @objc public protocol DialDelegate: class {
                @objc optional func dialDidTurn(_ dial: Dial)
            }
            class Dial { weak var delegate: DialDelegate?
                func f() { delegate?.dialDidTurn?(self) } }
            """)
        #expect(
            result.contains("public extension DialDelegate {\nfunc dialDidTurn(_ dial: Dial) {}\n}")
        )
        #expect(result.contains("delegate?.dialDidTurn(self)"))
        #expect(result.contains("DialDelegate: AnyObject {\nfunc dialDidTurn"))
    }

    @Test("An optional requirement with a result that is not optional is reported")
    func optionalRequirementWithResult() {
        let text = "@objc protocol P {\n@objc optional func count() -> Int\n}"
        #expect(findings(text).map(\.line) == [2])
    }

    @Test(
        "A protocol of Objective-C is restricted to classes",
        arguments: [
            ("@objc protocol P {}", "@MainActor protocol P: AnyObject {}"),
            ("@objc protocol P: Q {}", "@MainActor protocol P: Q, AnyObject {}"),
            (
                "@objc protocol P: NSObjectProtocol {}",
                "@MainActor protocol P: NSObjectProtocol {}"
            ),
            ("protocol P {}", "@MainActor protocol P {}"),
        ])
    func classProtocol(text: String, expected: String) {
        #expect(convert(text) == expected)
    }

    @Test("An override that moves out of a public extension is public")
    func overrideInPublicExtension() {
        let result = convert(
            "public class A: B {}\npublic extension A { @objc override func f() {}\n"
                + "internal override func g() {} }")
        #expect(result.contains("public override func f() {}"))
        #expect(!result.contains("public internal"))
    }

    @Test(
        "Numbers of layers and animations are no NSNumber",
        arguments: [
            ("a.locations = b as [NSNumber]", "a.locations = b"),
            ("a.keyTimes = [NSNumber(value: 1), 2]", "a.keyTimes = [CGFloat(1), 2]"),
            ("a.toValue = NSNumber(value: x)", "a.toValue = CGFloat(x)"),
            ("a.string(from: NSNumber(value: x))", "a.string(from: NSNumber(value: x))"),
            ("a.b = c as? NSNumber", "a.b = c as? NSNumber"),
        ])
    func numbers(statement: String, expected: String) {
        let result = convert("func f() {\n\(statement)\n}")
        #expect(result.contains("\n\(expected)\n"))
    }

    @Test("A deinitializer is isolated, or asserts the isolation before Swift 6.2")
    func deinitializer() {
        let result = convert("class Dial {\ndeinit {\nstop()\n}\n}")
        #expect(result.contains("#if compiler(>=6.2)\nisolated deinit {\nstop()\n}\n#else"))
        #expect(result.contains("deinit { MainActor.assumeIsolated {\nstop()\n} }\n#endif"))
    }

    @Test("A class that a nib alone creates calls awakeFromNib itself")
    func awakeFromNib() {
        let result = convert(
            """
            class Dial: UIView {
                required init?(coder: NSCoder) {
                    super.init(coder: coder)
                }
                override func awakeFromNib() {
                    super.awakeFromNib()
                    setup()
                }
            }
            """)
        #expect(result.contains("awakeFromNib()\n}\nfunc awakeFromNib() {\nsetup()\n}"))
    }

    @Test("Types, extensions and global declarations are isolated to the main actor")
    func isolation() {
        let result = convert("class A { struct B {} }\nextension A {}\nfunc f() {}\nlet x = 1")
        #expect(
            result == "@MainActor class A { @MainActor struct B {} }\n@MainActor extension A {}\n"
                + "@MainActor func f() {}\n@MainActor let x = 1")
    }

    @Test("Of a type with synthesized coding, all but the stored properties is isolated")
    func codable() {
        let result = convert("struct Brush: Codable {\nvar width = 1\nfunc f() {}\n}")
        #expect(result == "struct Brush: Codable {\nvar width = 1\n@MainActor func f() {}\n}")
    }

    @Test("A function in a closure is isolated, because it does not inherit the isolation")
    func localFunction() {
        let result = convert("class A { func f() { let c = { func g() {} } } }")
        #expect(result == "@MainActor class A { func f() { let c = { @MainActor func g() {} } } }")
    }

    @Test(
        "What depends on the Objective-C runtime or on nibs is reported with its line",
        arguments: [
            "view.setValue(1, forKey: \"x\")", "UINib(nibName: \"x\", bundle: nil)",
            "method_exchangeImplementations(a, b)", "Selector(\"f:\")",
            "Bundle.main.loadNibNamed(\"x\", owner: self)", "CGDataConsumer.init(data: x)",
            "NSLayoutConstraint.activate([a.topAnchor.constraint(equalTo: b.topAnchor)])",
            "a.translatesAutoresizingMaskIntoConstraints = false", "let a: UICollectionView? = nil",
            "let a = CIFilter(name: \"x\")", "CGDataProvider(data: x)",
        ])
    func blockers(statement: String) {
        let result = findings("import UIKit\nfunc f() {\n    \(statement)\n}")
        #expect(result.map(\.line) == [3])
        #expect(result.map(\.severity) == [.error])
    }

    @Test("A missing framework is reported, and the axis of a stack view is not")
    func frameworks() {
        let text = "import UIKit\nimport PencilKit\nlet a = NSLayoutConstraint.Axis.vertical\n"
        #expect(findings(text).map(\.line) == [2])
    }

    @Test("The manifest depends on UIKitFoundation only if a file needs it")
    func manifest() {
        let package = GeneratedPackage(
            name: "My-Dial", touchtracker: "/touchtracker", usesFoundation: false)
        #expect(package.name == "My_Dial")
        #expect(!package.manifest.contains("UIKitFoundation"))
        #expect(package.manifest.contains("name: \"TouchTracker\", path: \"/touchtracker\""))
    }
}
