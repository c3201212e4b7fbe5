import Foundation
import PortingConversions

/// Converts the sources and writes the result.
///
/// - Returns: The exit code.
func run(_ arguments: Arguments) throws -> Int32 {
    let paths = try arguments.sources.flatMap(swiftFiles(in:))
    guard !paths.isEmpty else {
        throw UsageError(description: "\(arguments.sources[0]): no Swift files")
    }
    let files = try paths.map {
        SourceFile(path: $0, text: try String(contentsOfFile: $0, encoding: .utf8))
    }
    // The converted files are all in one folder.
    let sameName = SourceFile.pathsWithSameName(in: files).joined(separator: ", ")
    guard sameName.isEmpty else {
        throw UsageError(description: "\(sameName): have the same name; rename or leave out one")
    }
    let conversion = Conversion(files)
    for finding in conversion.findings {
        FileHandle.standardError.write(Data("\(finding)\n".utf8))
    }
    let first = URL(fileURLWithPath: arguments.sources[0]).deletingPathExtension()
    let name = arguments.name ?? first.lastPathComponent
    let package = GeneratedPackage(
        name: name, touchtracker: URL(fileURLWithPath: arguments.touchtracker).path,
        usesFoundation: conversion.usesFoundation)
    let output = URL(fileURLWithPath: arguments.output ?? "out/ported/\(name)")
    let folder =
        arguments.writesSourcesOnly ? output : output.appendingPathComponent(package.sourceFolder)
    // The folder is emptied, and therefore must not contain the originals.
    if let path = paths.first(where: { isFile($0, in: folder) }) {
        throw UsageError(
            description:
                "\(folder.path): contains the source \(path); choose another folder with --output")
    }
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for file in conversion.files {
        let target = folder.appendingPathComponent(file.name)
        try file.text.write(to: target, atomically: true, encoding: .utf8)
    }
    if !arguments.writesSourcesOnly {
        try package.manifest.write(
            to: output.appendingPathComponent("Package.swift"), atomically: true, encoding: .utf8)
        print(output.path)
    }
    return conversion.findings.contains { $0.severity == .error } ? 65 : 0
}

/// Returns whether a file is in a folder or in one of its subfolders.
private func isFile(_ path: String, in folder: URL) -> Bool {
    let file = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
    return file.hasPrefix(folder.standardizedFileURL.resolvingSymlinksInPath().path + "/")
}

/// Returns the Swift files of a folder, sorted by path, or the file itself. The plugin PortFromIOS
/// selects the same files.
private func swiftFiles(in path: String) throws -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw UsageError(description: "\(path): no such file or folder")
    }
    guard isFolder.boolValue else { return [path] }
    let entries = try FileManager.default.subpathsOfDirectory(atPath: path)
    return entries.filter { entry in
        let components = entry.split(separator: "/")
        return entry.hasSuffix(".swift") && components.last != "Package.swift"
            && !components.dropLast().contains {
                [".build", "Carthage", "Pods"].contains($0) || $0.hasSuffix("Tests")
            }
    }.sorted().map { "\(path)/\($0)" }
}
