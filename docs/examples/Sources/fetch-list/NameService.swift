import Foundation
import FoundationNetworking

/// The names in a JSON document on an HTTP server.
///
/// This file imports Foundation and no TouchKit, so that no type name is ambiguous.
struct NameService: Sendable {
    /// The address of the document, an array of strings.
    var address: String

    /// Downloads the names.
    ///
    /// - Throws: An error if the address is invalid, the server does not answer, or the document is
    ///   not an array of strings.
    func names() async throws -> [String] {
        guard let url = URL(string: address) else { throw URLError(.badURL) }
        let (data, _) = try await URLSession.shared.data(from: url)
        return try JSONDecoder().decode([String].self, from: data)
    }
}
