import Foundation
import PortingConversions

do {
    let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
    exit(try run(arguments))
} catch {
    FileHandle.standardError.write(Data("port-from-ios: \(error)\n".utf8))
    exit(error is UsageError ? 64 : 74)
}
