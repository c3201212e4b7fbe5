import KioskSystem

/// A request to bind the drivers of touchscreens again, which reads their controllers anew.
///
/// The kiosk's process has no privilege to do so. A systemd path unit detects the request file in
/// the service's runtime directory and starts `touchtracker-rebind-touch.service`.
struct TouchscreenRebind {
    /// The name of the request file.
    static let fileName = "rebind-touch"

    /// The path of the folder for request files, or `nil` if no path unit detects requests.
    let folder: String?

    /// Creates the request file.
    ///
    /// - Returns: A message for the log about the request or the error.
    func send() -> (message: String, isError: Bool) {
        guard let folder else {
            return ("touch-rebind: only the kiosk's service can request it", true)
        }
        do {
            try FileContents.replace("\(folder)/\(Self.fileName)", with: [])
            return ("requested: \(Self.fileName)", false)
        } catch {
            return (
                "touch-rebind: cannot create the request: \(error); the kiosk's unit needs RuntimeDirectory=",
                true
            )
        }
    }
}
