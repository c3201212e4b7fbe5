import Foundation
import FoundationNetworking

/// A person in the list.
struct Contact: Codable, Equatable {
    var name: String
    var volume: Float = 0.5
    var brightness: Float = 0.5
}

/// The contacts in a JSON document on an HTTP server.
///
/// This file imports Foundation and no TouchKit, so that no type name is ambiguous.
struct ContactService {
    /// The address of the document, an array of objects with the members of `Contact`.
    var address: String

    /// Downloads the contacts.
    ///
    /// - Throws: An error if the address is invalid, the server does not answer, or the document
    ///   has another form.
    func contacts() async throws -> [Contact] {
        guard let url = URL(string: address) else { throw URLError(.badURL) }
        let (data, _) = try await URLSession.shared.data(from: url)
        return try JSONDecoder().decode([Contact].self, from: data)
    }
}
