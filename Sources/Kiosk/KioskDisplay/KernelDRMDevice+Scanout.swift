import CTouchTrackerDRM
import Glibc
import KioskSystem
import TouchKitGeometry

/// Buffers, commits, flips and events. Presenting a frame allocates no memory once warm.
extension KernelDRMDevice {
    // MARK: Buffers

    /// Creates a dumb buffer.
    ///
    /// The corresponding C function is `drmModeCreateDumbBuffer`.
    func createDumbBuffer(
        width: Int, height: Int, bitsPerPixel: Int
    ) throws(Errno) -> DRMDumbBuffer {
        var buffer = DRMDumbBuffer(handle: 0, pitch: 0, size: 0)
        try check(
            drmModeCreateDumbBuffer(
                descriptor, UInt32(width), UInt32(height), UInt32(bitsPerPixel), 0,
                &buffer.handle, &buffer.pitch, &buffer.size))
        return buffer
    }

    /// Destroys a dumb buffer.
    ///
    /// The corresponding C function is `drmModeDestroyDumbBuffer`.
    func destroyDumbBuffer(_ handle: UInt32) {
        drmModeDestroyDumbBuffer(descriptor, handle)
    }

    /// Maps the first `length` bytes of a dumb buffer for writing, and returns their address.
    ///
    /// The corresponding C functions are `drmModeMapDumbBuffer` and `mmap(2)`.
    func mapDumbBuffer(_ handle: UInt32, length: Int) throws(Errno) -> UnsafeMutableRawPointer {
        var offset: UInt64 = 0
        try check(drmModeMapDumbBuffer(descriptor, handle, &offset))
        let base = mmap(
            nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, Int(clamping: offset))
        guard let base, base != MAP_FAILED else { throw Errno.last }
        return base
    }

    /// Unmaps a dumb buffer.
    ///
    /// The corresponding C function is `munmap(2)`.
    func unmapDumbBuffer(at base: UnsafeMutableRawPointer, length: Int) {
        munmap(base, length)
    }

    /// Adds a framebuffer for a dumb buffer, and returns the framebuffer's ID.
    ///
    /// The corresponding C function is `drmModeAddFB2`.
    func addFramebuffer(
        _ buffer: DRMDumbBuffer, width: Int, height: Int, format: UInt32
    ) throws(Errno) -> UInt32 {
        var id: UInt32 = 0
        try check(
            drmModeAddFB2(
                descriptor, UInt32(width), UInt32(height), format, [buffer.handle, 0, 0, 0],
                [buffer.pitch, 0, 0, 0], [0, 0, 0, 0], &id, 0))
        return id
    }

    /// Removes a framebuffer.
    ///
    /// The corresponding C function is `drmModeRmFB`.
    func removeFramebuffer(_ id: UInt32) {
        drmModeRmFB(descriptor, id)
    }

    /// Creates a property blob that contains a mode, and returns the blob's ID.
    ///
    /// The corresponding C function is `drmModeCreatePropertyBlob`.
    func createBlob(of mode: DRMMode) throws(Errno) -> UInt32 {
        var info = mode.info
        var id: UInt32 = 0
        try check(
            drmModeCreatePropertyBlob(
                descriptor, &info, MemoryLayout<drmModeModeInfo>.size, &id))
        return id
    }

    /// Creates a property blob that contains the rectangles of a region, and returns the blob's ID.
    ///
    /// The corresponding C function is `drmModeCreatePropertyBlob`.
    func createBlob(of damage: Region) throws(Errno) -> UInt32 {
        clips.removeAll(keepingCapacity: true)
        for rect in damage.rects {
            clips.append(
                drm_mode_rect(
                    x1: Int32(rect.minX), y1: Int32(rect.minY), x2: Int32(rect.maxX),
                    y2: Int32(rect.maxY)))
        }
        var id: UInt32 = 0
        try check(
            drmModeCreatePropertyBlob(
                descriptor, &clips, clips.count * MemoryLayout<drm_mode_rect>.stride, &id))
        return id
    }

    /// Destroys a property blob.
    ///
    /// The corresponding C function is `drmModeDestroyPropertyBlob`.
    func destroyBlob(_ id: UInt32) {
        drmModeDestroyPropertyBlob(descriptor, id)
    }

    // MARK: Commits and flips

    /// Performs an atomic commit.
    ///
    /// The corresponding ioctl is `DRM_IOCTL_MODE_ATOMIC`.
    func commit(_ request: AtomicRequest, as kind: AtomicCommitKind) throws(Errno) {
        let (flags, flipNumber): (Int32, UInt64) =
            switch kind {
            case .modeSet: (DRM_MODE_ATOMIC_ALLOW_MODESET, 0)
            case .flip(let number): (DRM_MODE_ATOMIC_NONBLOCK | DRM_MODE_PAGE_FLIP_EVENT, number)
            }
        try check(
            touchtracker_atomic_commit(
                descriptor, UInt32(flags), UInt32(request.objectIDs.count), request.objectIDs,
                request.propertyCounts, request.propertyIDs, request.values, flipNumber))
    }

    /// Sets the mode, framebuffer and connectors of a CRTC, or switches the CRTC off.
    ///
    /// The corresponding C function is `drmModeSetCrtc`.
    func setCRTC(_ id: UInt32, to configuration: CRTCConfiguration?) throws(Errno) {
        guard let configuration else {
            return try check(drmModeSetCrtc(descriptor, id, 0, 0, 0, nil, 0, nil))
        }
        var connectorIDs = configuration.connectorIDs
        var info = configuration.mode.info
        try check(
            drmModeSetCrtc(
                descriptor, id, configuration.framebufferID, configuration.origin.x,
                configuration.origin.y, &connectorIDs, Int32(connectorIDs.count), &info))
    }

    /// Starts a legacy page flip.
    ///
    /// The corresponding C function is `drmModePageFlip`.
    func flip(_ crtcID: UInt32, to framebufferID: UInt32, flipNumber: UInt64) throws(Errno) {
        try check(
            drmModePageFlip(
                descriptor, crtcID, framebufferID, UInt32(DRM_MODE_PAGE_FLIP_EVENT),
                UnsafeMutableRawPointer(bitPattern: UInt(flipNumber))))
    }

    /// Notifies the driver of changed pixels in a framebuffer.
    ///
    /// The corresponding C function is `drmModeDirtyFB`.
    func markDirty(_ framebufferID: UInt32, damage: Region) throws(Errno) {
        dirtyClips.removeAll(keepingCapacity: true)
        for rect in damage.rects {
            dirtyClips.append(
                drmModeClip(
                    x1: UInt16(clamping: rect.minX), y1: UInt16(clamping: rect.minY),
                    x2: UInt16(clamping: rect.maxX), y2: UInt16(clamping: rect.maxY)))
        }
        // The kernel rejects an address without clips, and an empty array can have an address.
        guard !dirtyClips.isEmpty else {
            return try check(drmModeDirtyFB(descriptor, framebufferID, nil, 0))
        }
        try check(
            drmModeDirtyFB(descriptor, framebufferID, &dirtyClips, UInt32(dirtyClips.count)))
    }

    /// Returns the time of a CRTC's most recent vblank in nanoseconds on the driver's clock.
    ///
    /// The corresponding C function is `drmCrtcGetSequence`.
    func lastVblankNanoseconds(of crtcID: UInt32) throws(Errno) -> UInt64 {
        var sequence: UInt64 = 0
        var nanoseconds: UInt64 = 0
        try check(drmCrtcGetSequence(descriptor, crtcID, &sequence, &nanoseconds))
        return nanoseconds
    }

    // MARK: Events

    /// Reads the queued events and appends the completed page flips to `flips`.
    ///
    /// The corresponding C function is `read(2)`.
    func readFlips(into flips: inout [FlipEvent]) throws(Errno) {
        let count = read(descriptor, &eventBytes, eventBytes.count)
        if count < 0 {
            let code = Errno.last
            if code == .again || code == .interrupted { return }
            throw code
        }
        FlipEvent.append(from: eventBytes[..<count], to: &flips)
    }

    /// Waits until an event is queued, for at most the given time.
    ///
    /// The corresponding C function is `poll(2)`.
    func waitForEvent(timeoutMilliseconds: Int32) {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&entry, 1, timeoutMilliseconds)
    }
}
