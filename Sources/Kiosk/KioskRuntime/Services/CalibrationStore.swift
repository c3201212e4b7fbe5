import KioskSystem
import TouchKitContacts
import TouchKitGeometry

/// The store for touchscreen calibrations made on this device.
@MainActor
package final class CalibrationStore {
    private var file = CalibrationFile()
    private let log: Log
    /// The writer for the calibration file, or `nil` if calibrations are not stored.
    private let writer: LatestValueWriter<String>?

    /// Creates a store with the calibrations from the calibration file. If the file is unreadable,
    /// an error is logged and the file is ignored.
    ///
    /// - Parameters:
    ///   - path: The path of the calibration file, or `nil` to not store calibrations.
    ///   - log: The log for errors.
    package init(file path: String?, log: Log = Log()) {
        self.log = log
        writer = path.map {
            LatestValueWriter(
                name: "calibration", file: $0, of: "touchscreen calibration", log: log)
        }
        guard let path else { return }
        do {
            file = try CalibrationFile(file: path)
        } catch {
            log.warning("\(error); stored calibrations are ignored")
        }
    }

    /// The stored calibration of a touchscreen, or `nil` if no calibration is stored or the key is
    /// `nil`.
    package subscript(_ key: DeviceKey?) -> TouchCalibration? {
        file[key]
    }

    /// Stores the calibration of a touchscreen.
    ///
    /// - Parameters:
    ///   - calibration: The calibration to store.
    ///   - key: The touchscreen's identity and port, or `nil` if they are unknown.
    ///   - name: The touchscreen's product name.
    /// - Returns: A one-line error message, or `nil` if the calibration is being written.
    package func store(
        _ calibration: TouchCalibration, for key: DeviceKey?, name: String
    ) -> String? {
        guard let writer else {
            log.warning(
                "\(name): calibration not saved: no state folder; choose one with --state"
            )
            return "Not saved: no state folder is known. Valid until the next start"
        }
        guard let key else {
            log.warning(
                "\(name): calibration not saved: the device has no identity; set LIBINPUT_CALIBRATION_MATRIX to \"\(calibration.matrix)\" in a udev rule"
            )
            return "Not saved: the device has no identity. Valid until the next start"
        }
        file.store(CalibrationFile.Entry(key: key, name: name, calibration: calibration))
        log.info("\(name): calibration \(calibration.matrix)")
        writer.submit(file.text)
        return nil
    }

    /// Waits until all calibrations have been written to the file or writing has failed.
    package func finishWriting() {
        writer?.finish()
    }
}
