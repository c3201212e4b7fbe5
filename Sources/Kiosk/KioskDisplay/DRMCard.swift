import CTouchTrackerDRM
import Glibc
import KioskSystem

/// An open DRM device with a primary node (`/dev/dri/card0`). The node is closed when the object
/// is deallocated.
final class DRMCard {
    /// The path of the primary node.
    let path: String
    /// Whether the card was opened for probing and no other process was its DRM master.
    let hadNoOtherMaster: Bool
    private let ownedDescriptor: OwnedDescriptor

    /// The open descriptor of the primary node.
    var descriptor: Int32 { ownedDescriptor.number }

    /// Opens a card. The kernel makes the first process that opens it its DRM master.
    ///
    /// The corresponding C functions are `open(2)`, `drmDropMaster` and `drmGetVersion`.
    ///
    /// - Parameters:
    ///   - path: The path of the primary node.
    ///   - isProbing: Whether to drop DRM master immediately after opening. A kiosk that starts
    ///     between `open` and `drmDropMaster` fails to become the master.
    /// - Throws: `DisplayError` if the node cannot be opened or is not a DRM device.
    init(path: String, isProbing: Bool = false) throws(DisplayError) {
        self.path = path
        let dropsMaster = isProbing && DRMCardPaths.isCard(path)
        do {
            ownedDescriptor = try OwnedDescriptor(opening: path, flags: O_RDWR)
        } catch {
            throw .opening(
                path, error.code, group: FileSystem.groupName(of: path),
                cards: DRMCardPaths.all().map { DRMCardPaths.stableName(of: $0) })
        }
        hadNoOtherMaster = dropsMaster && drmDropMaster(ownedDescriptor.number) == 0
        guard let version = drmGetVersion(ownedDescriptor.number) else {
            throw DisplayError(
                .missing, subject: path, cause: "it isn't a graphics card",
                remedy: "use one of /dev/dri")
        }
        drmFreeVersion(version)
    }

    /// Makes this process the DRM master of the card unless another process is its master.
    ///
    /// The corresponding C functions are `drmIsMaster` and `drmSetMaster`.
    ///
    /// - Returns: Whether this process is the master now.
    func becomeMaster() -> Bool {
        // The first process that opened the card is its master already.
        drmIsMaster(descriptor) != 0 || drmSetMaster(descriptor) == 0
    }

    /// The card's name that does not change between boots, or its path if there is no such name.
    var stableName: String { DRMCardPaths.stableName(of: path) }

    /// The name of the kernel driver, or `unknown`.
    ///
    /// The corresponding C function is `drmGetVersion`.
    var driver: String {
        guard let version = drmGetVersion(descriptor) else { return "unknown" }
        defer { drmFreeVersion(version) }
        return version.pointee.name.map { String(cString: $0) } ?? "unknown"
    }

    /// Returns the value of a driver capability (`DRM_CAP_…`), or 0 if the driver does not know it.
    ///
    /// The corresponding C function is `drmGetCap`.
    func capability(_ number: Int32) -> UInt64 {
        var value: UInt64 = 0
        return drmGetCap(descriptor, UInt64(number), &value) == 0 ? value : 0
    }

    /// Returns the IDs and values of an object's properties, by name.
    ///
    /// The corresponding C functions are `drmModeObjectGetProperties` and `drmModeGetProperty`.
    ///
    /// - Parameters:
    ///   - object: The ID of a connector, CRTC or plane.
    ///   - type: The type of the object (`DRM_MODE_OBJECT_…`).
    func properties(of object: UInt32, type: UInt32) -> [String: (id: UInt32, value: UInt64)] {
        guard let list = drmModeObjectGetProperties(descriptor, object, type) else { return [:] }
        defer { drmModeFreeObjectProperties(list) }
        var properties: [String: (id: UInt32, value: UInt64)] = [:]
        for index in 0..<Int(list.pointee.count_props) {
            let id = list.pointee.props[index]
            guard let property = drmModeGetProperty(descriptor, id) else { continue }
            defer { drmModeFreeProperty(property) }
            let name = withUnsafePointer(to: &property.pointee.name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: Int(DRM_PROP_NAME_LEN)) {
                    String(cString: $0)
                }
            }
            properties[name] = (id, list.pointee.prop_values[index])
        }
        return properties
    }
}

/// The primary nodes in `/dev/dri` and their names.
enum DRMCardPaths {
    private static let folder = "/dev/dri"

    /// Returns the paths of all primary nodes, ordered by number.
    static func all() -> [String] {
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

    /// Returns whether the file at `path` is a DRM device. On other devices, DRM's ioctl numbers
    /// can have other meanings.
    static func isCard(_ path: String) -> Bool {
        var information = stat()
        return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFCHR
            && touchtracker_is_drm_device(information.st_rdev)
    }

    /// Returns the path of the card that the user has named.
    ///
    /// - Parameter name: A node's name such as `card1`, a path, or a stable name.
    static func path(named name: String) -> String {
        guard name.contains("/") else { return "\(folder)/\(name)" }
        return all().first { stableName(of: $0) == name } ?? name
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
