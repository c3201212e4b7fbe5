import Foundation
import PackagePlugin

/// Converts the iOS sources of a folder while a target is built, so that they stay unchanged.
///
/// The file `port-from-ios/TARGET` of the package contains the paths of files and folders, relative
/// to the package and one per line. The target's own Swift files are compiled with the converted files
/// and need no conversion.
@main
struct PortFromIOS: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let package = context.package.directoryURL
        let list = package.appendingPathComponent("port-from-ios/\(target.name)")
        let folders = try String(contentsOf: list, encoding: .utf8)
            .split(separator: "\n").map { package.appendingPathComponent(String($0)) }
        let inputs = folders.flatMap { folder in
            if folder.pathExtension == "swift" { return [folder] }
            return (FileManager.default.subpaths(atPath: folder.path) ?? [])
                .filter(Self.isConverted)
                .map { folder.appendingPathComponent($0) }
        }
        let output = context.pluginWorkDirectoryURL.appendingPathComponent("Converted")
        return [
            .buildCommand(
                displayName: "Converting the iOS sources of \(target.name)",
                executable: try context.tool(named: "port-from-ios").url,
                arguments: folders.map(\.path) + ["--sources-only", "--output", output.path],
                inputFiles: inputs + [list],
                outputFiles: inputs.map { output.appendingPathComponent($0.lastPathComponent) })
        ]
    }

    /// Returns whether port-from-ios converts the file at a path relative to the folder of the
    /// sources. The rule is that of Sources/port-from-ios/Run.swift.
    private static func isConverted(_ path: String) -> Bool {
        let components = path.split(separator: "/")
        return path.hasSuffix(".swift") && components.last != "Package.swift"
            && !components.dropLast().contains {
                [".build", "Carthage", "Pods"].contains($0) || $0.hasSuffix("Tests")
            }
    }
}
