/// Returns the description of the error that `body` throws, or `no error`.
package func messageThrown(by body: () throws -> Void) -> String {
    do {
        try body()
        return "no error"
    } catch {
        return "\(error)"
    }
}
