import Glibc
import KioskSystem

/// The DRM devices of the machine.
package struct DRMDeviceList {
    private static let folder = "/dev/dri"

    /// Returns the paths of all primary nodes, ordered by number.
    let paths: () -> [String]
    /// Opens the device at a path.
    private let openDevice: (String) throws(Errno) -> any DRMDevice

    /// Creates a list, for example of simulated devices.
    ///
    /// - Parameters:
    ///   - paths: Returns the paths of all primary nodes.
    ///   - open: Opens the device at a path, or throws the error of `open(2)`. `ENOTTY` means that
    ///     the file is not a DRM device.
    package init(
        paths: @escaping () -> [String], open: @escaping (String) throws(Errno) -> any DRMDevice
    ) {
        self.paths = paths
        openDevice = open
    }

    /// The devices of the kernel.
    package static var kernel: DRMDeviceList {
        DRMDeviceList(paths: Self.primaryNodes) { (path) throws(Errno) in
            try KernelDRMDevice(path: path)
        }
    }

    /// Opens the device at `path`.
    ///
    /// - Throws: `DisplayError` if the node cannot be opened or is not a DRM device.
    func open(_ path: String) throws(DisplayError) -> any DRMDevice {
        do {
            return try openDevice(path)
        } catch {
            throw .opening(
                path, error, group: FileSystem.groupName(of: path),
                cards: paths().map { Self.stableName(of: $0) })
        }
    }

    /// Returns the path of the card that the user has named.
    ///
    /// - Parameter name: A node's name such as `card1`, a path, or a stable name.
    func path(named name: String) -> String {
        guard name.contains("/") else { return "\(Self.folder)/\(name)" }
        return paths().first { Self.stableName(of: $0) == name } ?? name
    }

    /// Returns the paths of all primary nodes in `/dev/dri`, ordered by number.
    private static func primaryNodes() -> [String] {
        FileSystem.names(in: folder)
            .compactMap { name -> (Int, String)? in
                guard name.hasPrefix("card"), let number = Int(name.dropFirst(4)) else {
                    return nil
                }
                return (number, "\(folder)/\(name)")
            }
            .sorted { $0.0 < $1.0 }
            .map(\.1)
    }

    /// Returns a name for the card that does not change between boots: udev's link in
    /// `/dev/dri/by-path`, otherwise the device's path in sysfs, otherwise `path`.
    static func stableName(of path: String) -> String {
        let linkFolder = "\(folder)/by-path"
        guard let target = FileSystem.resolve(path) else { return path }
        for name in FileSystem.names(in: linkFolder).sorted() {
            let link = "\(linkFolder)/\(name)"
            if FileSystem.resolve(link) == target { return link }
        }
        let node = target.split(separator: "/").last ?? ""
        return FileSystem.resolve("/sys/class/drm/\(node)/device") ?? path
    }
}
