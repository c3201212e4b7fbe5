import CTouchTrackerDRM
import Glibc
import KioskSystem

/// A DRM device of the kernel. The node is closed when the object is deallocated.
///
/// Each function ends with the C function that it calls. libdrm repeats interrupted calls.
final class KernelDRMDevice: DRMDevice {
    /// The path of the device's primary node.
    let path: String
    /// The open primary node.
    private let node: OwnedDescriptor
    /// The damage clips of the current commit; reused to avoid allocation.
    var clips: [drm_mode_rect] = []
    /// The damage clips of the current dirty ioctl; reused to avoid allocation.
    var dirtyClips: [drmModeClip] = []
    /// The buffer for reading events; reused to avoid allocation.
    var eventBytes = [UInt8](repeating: 0, count: 1_024)

    /// Opens a device. The kernel makes the first process that opens it its DRM master.
    ///
    /// The corresponding C functions are `open(2)` and `fstat(2)`.
    ///
    /// - Throws: The error of `open(2)`, or `ENOTTY` if the file is not a DRM device. On other
    ///   devices, DRM's ioctl numbers can have other meanings.
    init(path: String) throws(Errno) {
        self.path = path
        do {
            node = try OwnedDescriptor(opening: path, flags: O_RDWR)
        } catch {
            throw error.code
        }
        var information = stat()
        guard fstat(node.number, &information) == 0, information.st_mode & S_IFMT == S_IFCHR,
            touchtracker_is_drm_device(information.st_rdev)
        else { throw .notTerminal }
    }

    /// The open descriptor of the node.
    var descriptor: Int32 { node.number }

    /// The name of the kernel driver, or `unknown`.
    ///
    /// The corresponding C function is `drmGetVersion`.
    var driver: String {
        guard let version = drmGetVersion(descriptor) else { return "unknown" }
        defer { drmFreeVersion(version) }
        return version.pointee.name.map { String(cString: $0) } ?? "unknown"
    }

    /// Throws the calling thread's last error if `result` is not 0.
    func check(_ result: Int32) throws(Errno) {
        if result != 0 { throw Errno.last }
    }

    // MARK: DRM master and capabilities

    /// Whether this process is the DRM master of the device.
    ///
    /// The corresponding C function is `drmIsMaster`.
    var isMaster: Bool { drmIsMaster(descriptor) != 0 }

    /// Makes this process the DRM master.
    ///
    /// The corresponding C function is `drmSetMaster`.
    func setMaster() throws(Errno) {
        try check(drmSetMaster(descriptor))
    }

    /// Drops DRM master.
    ///
    /// The corresponding C function is `drmDropMaster`.
    func dropMaster() throws(Errno) {
        try check(drmDropMaster(descriptor))
    }

    /// Returns the value of a driver capability, or 0 if the driver does not know the capability.
    ///
    /// The corresponding C function is `drmGetCap`.
    func value(of capability: DRMCapability) -> UInt64 {
        let number =
            switch capability {
            case .dumbBuffers: DRM_CAP_DUMB_BUFFER
            case .monotonicTimestamps: DRM_CAP_TIMESTAMP_MONOTONIC
            }
        var value: UInt64 = 0
        return drmGetCap(descriptor, UInt64(number), &value) == 0 ? value : 0
    }

    /// Enables a capability of this client.
    ///
    /// The corresponding C function is `drmSetClientCap`.
    func enable(_ capability: DRMClientCapability) throws(Errno) {
        let number =
            switch capability {
            case .atomic: DRM_CLIENT_CAP_ATOMIC
            case .universalPlanes: DRM_CLIENT_CAP_UNIVERSAL_PLANES
            }
        try check(drmSetClientCap(descriptor, UInt64(number), 1))
    }

    // MARK: Mode objects

    /// Returns the IDs of the device's connectors and CRTCs.
    ///
    /// The corresponding C function is `drmModeGetResources`.
    func resources() throws(Errno) -> DRMResources {
        guard let resources = drmModeGetResources(descriptor) else { throw Errno.last }
        defer { drmModeFreeResources(resources) }
        let lists = resources.pointee
        return DRMResources(
            connectorIDs: Self.array(lists.connectors, lists.count_connectors),
            crtcIDs: Self.array(lists.crtcs, lists.count_crtcs))
    }

    /// Returns the state of a connector.
    ///
    /// The corresponding C functions are `drmModeGetConnector` and `drmModeGetConnectorCurrent`.
    func connector(_ id: UInt32, probesDisplay: Bool) throws(Errno) -> DRMConnectorState {
        let result =
            probesDisplay
            ? drmModeGetConnector(descriptor, id) : drmModeGetConnectorCurrent(descriptor, id)
        guard let result else { throw Errno.last }
        defer { drmModeFreeConnector(result) }
        let connector = result.pointee
        let type = drmModeGetConnectorTypeName(connector.connector_type)
            .map { String(cString: $0) }
        let status: ConnectorStatus =
            switch connector.connection {
            case DRM_MODE_CONNECTED: .connected
            case DRM_MODE_DISCONNECTED: .notConnected
            default: .unknown
            }
        return DRMConnectorState(
            name: "\(type ?? "Unknown")-\(connector.connector_type_id)",
            isExternal: Self.externalTypes.contains(Int32(connector.connector_type)),
            status: status,
            modes: Self.array(connector.modes, connector.count_modes).map { DRMMode($0) },
            millimeters: (Int(connector.mmWidth), Int(connector.mmHeight)),
            encoderID: connector.encoder_id,
            encoderIDs: Self.array(connector.encoders, connector.count_encoders))
    }

    /// The types of external connectors, whose displays have an EDID.
    private static let externalTypes = [
        DRM_MODE_CONNECTOR_VGA, DRM_MODE_CONNECTOR_DVII, DRM_MODE_CONNECTOR_DVID,
        DRM_MODE_CONNECTOR_DVIA, DRM_MODE_CONNECTOR_DisplayPort, DRM_MODE_CONNECTOR_HDMIA,
        DRM_MODE_CONNECTOR_HDMIB,
    ]

    /// Returns the state of an encoder.
    ///
    /// The corresponding C function is `drmModeGetEncoder`.
    func encoder(_ id: UInt32) throws(Errno) -> DRMEncoderState {
        guard let encoder = drmModeGetEncoder(descriptor, id) else { throw Errno.last }
        defer { drmModeFreeEncoder(encoder) }
        return DRMEncoderState(
            crtcID: encoder.pointee.crtc_id, possibleCRTCs: encoder.pointee.possible_crtcs)
    }

    /// Returns the state of a CRTC.
    ///
    /// The corresponding C function is `drmModeGetCrtc`.
    func crtc(_ id: UInt32) throws(Errno) -> DRMCRTCState {
        guard let result = drmModeGetCrtc(descriptor, id) else { throw Errno.last }
        defer { drmModeFreeCrtc(result) }
        let crtc = result.pointee
        return DRMCRTCState(
            framebufferID: crtc.buffer_id, origin: (crtc.x, crtc.y),
            mode: crtc.mode_valid != 0 ? DRMMode(crtc.mode) : nil)
    }

    /// Returns the IDs of all planes that this client can see.
    ///
    /// The corresponding C function is `drmModeGetPlaneResources`.
    func planeIDs() throws(Errno) -> [UInt32] {
        guard let planes = drmModeGetPlaneResources(descriptor) else { throw Errno.last }
        defer { drmModeFreePlaneResources(planes) }
        return Self.array(planes.pointee.planes, Int32(planes.pointee.count_planes))
    }

    /// Returns the state of a plane.
    ///
    /// The corresponding C function is `drmModeGetPlane`.
    func plane(_ id: UInt32) throws(Errno) -> DRMPlaneState {
        guard let result = drmModeGetPlane(descriptor, id) else { throw Errno.last }
        defer { drmModeFreePlane(result) }
        let plane = result.pointee
        return DRMPlaneState(
            formats: Self.array(plane.formats, Int32(plane.count_formats)), crtcID: plane.crtc_id,
            possibleCRTCs: plane.possible_crtcs)
    }

    /// Returns the properties of a mode object by name.
    ///
    /// The corresponding C functions are `drmModeObjectGetProperties` and `drmModeGetProperty`.
    func properties(of object: DRMObject) throws(Errno) -> [String: DRMProperty] {
        guard let list = drmModeObjectGetProperties(descriptor, object.id, object.type) else {
            throw Errno.last
        }
        defer { drmModeFreeObjectProperties(list) }
        var properties: [String: DRMProperty] = [:]
        for index in 0..<Int(list.pointee.count_props) {
            let id = list.pointee.props[index]
            guard let property = drmModeGetProperty(descriptor, id) else { continue }
            defer { drmModeFreeProperty(property) }
            let name = withUnsafePointer(to: &property.pointee.name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: Int(DRM_PROP_NAME_LEN)) {
                    String(cString: $0)
                }
            }
            properties[name] = DRMProperty(id: id, value: list.pointee.prop_values[index])
        }
        return properties
    }

    /// Sets a property of a mode object immediately.
    ///
    /// The corresponding C function is `drmModeObjectSetProperty`.
    func setProperty(_ property: UInt32, of object: DRMObject, to value: UInt64) throws(Errno) {
        try check(
            drmModeObjectSetProperty(descriptor, object.id, object.type, property, value))
    }

    /// Returns a copy of a C array of `count` elements, which may be `nil` if `count` is 0.
    private static func array<Element>(
        _ start: UnsafeMutablePointer<Element>?, _ count: Int32
    ) -> [Element] {
        Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(count)))
    }
}

extension DRMObject {
    /// The kernel's number for the kind of the object (`DRM_MODE_OBJECT_…`).
    fileprivate var type: UInt32 {
        switch self {
        case .connector: UInt32(DRM_MODE_OBJECT_CONNECTOR)
        case .crtc: UInt32(DRM_MODE_OBJECT_CRTC)
        case .plane: UInt32(DRM_MODE_OBJECT_PLANE)
        }
    }
}
