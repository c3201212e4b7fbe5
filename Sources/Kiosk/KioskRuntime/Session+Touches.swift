import KioskDisplay
import KioskInput
import KioskServices
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitPacing

extension Session {
    /// The values of a touch device that the conversion of its frames requires.
    struct TouchDevice {
        var calibration = TouchCalibration.identity
        /// The interval at which the device is polled, in microseconds, or 0.
        var pollMicroseconds: Int32 = 0
    }

    /// Stores the calibration of a newly connected device, and the interval at which its driver
    /// polls it, which touch prediction uses.
    package func deviceAdded(
        _ device: DeviceID, calibration: TouchCalibration, polling: TouchPolling? = nil
    ) {
        touchDevices[device] = TouchDevice(
            calibration: calibration, pollMicroseconds: polling?.microseconds ?? 0)
    }

    /// Stores the interval at which a device is polled, which touch prediction uses for touches
    /// that begin afterwards.
    package func setPolling(_ polling: TouchPolling, of device: DeviceID) {
        touchDevices[device, default: TouchDevice()].pollMicroseconds = polling.microseconds
    }

    /// Changes a device's calibration and cancels all touches of the device.
    package func setCalibration(
        _ calibration: TouchCalibration, of device: DeviceID, at time: Timestamp
    ) {
        touchDevices[device, default: TouchDevice()].calibration = calibration
        queue.append { tracker.cancelAll(of: device, at: time, into: &$0) }
    }

    /// Removes a disconnected device and cancels all touches of the device.
    package func deviceRemoved(_ device: DeviceID, at time: Timestamp) {
        touchDevices[device] = nil
        screenPowerState?.touches.remove(device)
        queue.append { tracker.cancelAll(of: device, at: time, into: &$0) }
    }

    /// Processes a touch frame from an input device or a playback, and queues it for delivery. The
    /// frame passes these stages in this order:
    ///
    /// 1. Contacts that wake a dark screen are removed.
    /// 2. A running playback removes the contacts of input devices.
    /// 3. `onTouchFrame` observes the frame, for example for a recording.
    /// 4. The trace writes the frame, unless a window for a secret is visible.
    /// 5. The contact tracker applies the device's calibration and converts contacts to touches.
    package func receive(_ frame: TouchFrame) {
        // Contacts on a dark screen must have no effect.
        guard hasDisplay else { return }
        touchFrames += 1
        switch filterWakeTouches(frame) {
        case .whole: filterPlayback(frame)
        case .part: if let passed = screenPowerState?.touches.passed { filterPlayback(passed) }
        case .nothing: return
        }
    }

    private func filterPlayback(_ frame: TouchFrame) {
        guard let playback else { return enqueue(frame) }
        var filtered = frame
        if playback.filter(&filtered) { enqueue(filtered) }
    }

    private func enqueue(_ frame: TouchFrame) {
        onTouchFrame?(frame)
        let device = touchDevices[frame.device] ?? TouchDevice()
        if let trace, !application.showsSecretWindow {
            trace.write(frame, geometry: geometry, calibration: device.calibration)
        }
        queue.append(merging: true, notAcross: application.nextDeadline) { result in
            tracker.process(
                frame, geometry: geometry, calibration: device.calibration,
                pollMicroseconds: device.pollMicroseconds, into: &result)
        }
    }

    /// Delivers all queued touches to the application.
    ///
    /// - Parameter body: Called with each sample before its delivery, in the order of
    ///   `FrameRecord.samples`.
    func deliverTouches(_ body: (TouchSample) -> Void = { _ in }) {
        if queue.isEmpty { return }
        let delivered = clock()
        let scanout = pacer.expectedScanout(at: delivered)
        while let frame = queue.popFirst() {
            for sample in frame.samples {
                record.samples.append(
                    ShownSample(
                        time: sample.time, delivered: delivered,
                        rowMicroseconds: rowMicroseconds(at: sample.position)))
                touchedAreas.add(sample)
                body(sample)
            }
            record.deliveries += 1
            record.deliveredTouches += frame.changes.count
            application.deliver(frame, shownAt: scanout)
            queue.recycle(frame)
        }
        updateInkExpectation()
    }

    /// Returns the time, in microseconds, from a vblank until the display scans out the row that
    /// contains `position`, or 0 if there is no display or the display has no vblanks.
    private func rowMicroseconds(at position: CGPoint) -> Int32 {
        guard let display, display.hasVblank else { return 0 }
        let mode = display.mode
        return Int32(
            clamping: ScanTiming.microseconds(
                to: renderer.scanoutRow(at: position), of: mode.height,
                activeMicroseconds: mode.activeMicroseconds))
    }
}
