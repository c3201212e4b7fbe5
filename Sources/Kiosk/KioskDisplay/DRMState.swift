/// The IDs of the connectors and CRTCs of a DRM device.
package struct DRMResources: Hashable, Sendable {
    /// The IDs of the connectors.
    package var connectorIDs: [UInt32]
    /// The IDs of the CRTCs. The position of a CRTC is its bit in bit sets of possible CRTCs.
    package var crtcIDs: [UInt32]

    /// Creates lists of IDs.
    package init(connectorIDs: [UInt32], crtcIDs: [UInt32]) {
        self.connectorIDs = connectorIDs
        self.crtcIDs = crtcIDs
    }
}

/// The state of a connector of a DRM device.
package struct DRMConnectorState {
    /// The kernel's name of the connector, for example `HDMI-A-1`.
    package var name: String
    /// Whether the connector's type is external: for a monitor instead of a built-in panel.
    package var isExternal: Bool
    /// The connection status.
    package var status: ConnectorStatus
    /// The modes of the display, in the driver's order.
    package var modes: [DRMMode]
    /// The physical size that the display reports, in millimeters, or 0 if it is unknown.
    package var millimeters: (width: Int, height: Int)
    /// The ID of the active encoder, or 0 if there is none.
    package var encoderID: UInt32
    /// The IDs of all encoders that can drive the connector.
    package var encoderIDs: [UInt32]

    /// Creates the state of a connector.
    package init(
        name: String, isExternal: Bool, status: ConnectorStatus, modes: [DRMMode],
        millimeters: (width: Int, height: Int) = (0, 0), encoderID: UInt32, encoderIDs: [UInt32]
    ) {
        self.name = name
        self.isExternal = isExternal
        self.status = status
        self.modes = modes
        self.millimeters = millimeters
        self.encoderID = encoderID
        self.encoderIDs = encoderIDs
    }
}

/// The state of an encoder of a DRM device.
package struct DRMEncoderState: Hashable, Sendable {
    /// The ID of the CRTC that uses the encoder, or 0 if there is none.
    package var crtcID: UInt32
    /// The bit set of the CRTCs that can use the encoder, by their position in the device's list.
    package var possibleCRTCs: UInt32

    /// Creates the state of an encoder.
    package init(crtcID: UInt32, possibleCRTCs: UInt32) {
        self.crtcID = crtcID
        self.possibleCRTCs = possibleCRTCs
    }
}

/// The state of a CRTC of a DRM device.
package struct DRMCRTCState {
    /// The ID of the framebuffer that the CRTC shows, or 0 if there is none.
    package var framebufferID: UInt32
    /// The position of the CRTC's upper left corner in the framebuffer, in pixels.
    package var origin: (x: UInt32, y: UInt32)
    /// The mode, or `nil` if the CRTC is off.
    package var mode: DRMMode?

    /// Creates the state of a CRTC.
    package init(framebufferID: UInt32, origin: (x: UInt32, y: UInt32) = (0, 0), mode: DRMMode?) {
        self.framebufferID = framebufferID
        self.origin = origin
        self.mode = mode
    }
}

/// The state of a plane of a DRM device.
package struct DRMPlaneState: Hashable, Sendable {
    /// The numeric four-character codes of the plane's formats, in the driver's order.
    package var formats: [UInt32]
    /// The ID of the CRTC on which the plane is shown, or 0 if there is none.
    package var crtcID: UInt32
    /// The bit set of the CRTCs that can use the plane, by their position in the device's list.
    package var possibleCRTCs: UInt32

    /// Creates the state of a plane.
    package init(formats: [UInt32], crtcID: UInt32, possibleCRTCs: UInt32) {
        self.formats = formats
        self.crtcID = crtcID
        self.possibleCRTCs = possibleCRTCs
    }
}

/// The ID and the value of a mode object's property.
package struct DRMProperty: Hashable, Sendable {
    /// The ID of the property.
    package var id: UInt32
    /// The value of the property.
    package var value: UInt64

    /// Creates a property.
    package init(id: UInt32, value: UInt64) {
        self.id = id
        self.value = value
    }
}

/// A dumb buffer as its driver has created it.
package struct DRMDumbBuffer: Hashable, Sendable {
    /// The GEM handle.
    package var handle: UInt32
    /// The number of bytes per row.
    package var pitch: UInt32
    /// The size of the buffer in bytes.
    package var size: UInt64

    /// Creates the description of a dumb buffer.
    package init(handle: UInt32, pitch: UInt32, size: UInt64) {
        self.handle = handle
        self.pitch = pitch
        self.size = size
    }
}

/// The values that the legacy ioctl `DRM_IOCTL_MODE_SETCRTC` sets.
package struct CRTCConfiguration {
    /// The ID of the framebuffer to show.
    package var framebufferID: UInt32
    /// The position of the CRTC's upper left corner in the framebuffer, in pixels.
    package var origin: (x: UInt32, y: UInt32) = (0, 0)
    /// The IDs of all connectors that the CRTC drives. A CRTC can drive several displays.
    package var connectorIDs: [UInt32]
    /// The mode.
    package var mode: DRMMode
}
