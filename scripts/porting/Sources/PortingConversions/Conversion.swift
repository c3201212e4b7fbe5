/// The conversion of all files of an iOS project to sources that compile with TouchKit.
public struct Conversion {
    /// The converted files, in the order of the original files.
    public private(set) var files: [SourceFile]
    /// What could not be converted, in the order of files and lines.
    public private(set) var findings: [Finding]
    /// Whether a converted file imports `UIKitFoundation`, and therefore needs Foundation.
    public private(set) var usesFoundation = false

    /// Converts the files of one module.
    ///
    /// - Parameter originals: All files of the module, because overrides in an extension move to
    ///   the file of the class.
    public init(_ originals: [SourceFile]) {
        findings = []
        files = originals
        for _ in 0..<Self.maximumConditionDepth {
            apply { file, _ in PlatformConversion.edits(in: file) }
        }
        for index in files.indices { leaveOutSwiftUI(index) }
        let resolved = files
        findings += resolved.flatMap { BlockerVisitor.findings(in: $0) }
        apply { file, _ in MacroConversion.edits(in: file) }
        apply { file, _ in NumberConversion.edits(in: file) }
        let index = ProjectIndex(files)
        apply { OverrideConversion.edits(in: $0, index: index, findings: &$1) }
        apply { CoderConversion.edits(in: $0, index: index, findings: &$1) }
        apply { LayerConversion.edits(in: $0, index: index, findings: &$1) }
        apply { OptionalRequirementConversion.edits(in: $0, index: index, findings: &$1) }
        apply { file, _ in AttributeConversion.edits(in: file) }
        apply { file, _ in DeinitConversion.edits(in: file) }
        apply { file, _ in QueueConversion.edits(in: file) }
        apply { file, _ in IsolationConversion.edits(in: file) }
        for position in files.indices {
            let needsFoundation = FoundationUse.isNeeded(by: resolved[position])
            usesFoundation = usesFoundation || needsFoundation
            let edits = ImportConversion.edits(
                in: files[position], needsFoundation: needsFoundation)
            files[position].text = Edit.apply(edits, to: files[position].text)
        }
        findings.sort { ($0.path, $0.line) < ($1.path, $1.line) }
    }

    /// The depth up to which conditions of the platform inside of others are resolved.
    private static let maximumConditionDepth = 4

    /// Replaces a file that imports SwiftUI by a comment, and reports the file.
    private mutating func leaveOutSwiftUI(_ index: Int) {
        let lines = files[index].text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let line = lines.firstIndex(where: { $0.hasPrefix("import SwiftUI") }) else { return }
        findings.append(
            Finding(
                severity: .warning, path: files[index].path, line: line + 1,
                message: "SwiftUI: the file is left out"))
        files[index].text = "// Left out: the file uses SwiftUI.\n"
    }

    /// Applies the edits that `conversion` returns for each file, and stores its findings.
    private mutating func apply(_ conversion: (SourceFile, inout [Finding]) -> [Edit]) {
        for index in files.indices {
            let edits = conversion(files[index], &findings)
            files[index].text = Edit.apply(edits, to: files[index].text)
        }
    }
}
