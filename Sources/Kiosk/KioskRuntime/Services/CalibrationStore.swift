import KioskSystem
import TouchKitContacts
import TouchKitGeometry

/// The stored calibrations of touchscreens.
@MainActor
package final class CalibrationStore {
    private var file = CalibrationFile()
    private let log: Log
    /// The writer of the file, or `nil` if nothing is stored.
    private let writer: LatestValueWriter<String>?

    /// Creates a store and reads the file. An unreadable file is logged and ignored.
    ///
    /// - Parameters:
    ///   - path: The path of the file, or `nil` to store nothing.
    ///   - log: Receives errors.
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

    /// The calibration of a device, or `nil` if none is stored.
    package subscript(_ key: DeviceKey?) -> TouchCalibration? {
        // A device without a key cannot be distinguished from others.
        key == nil ? nil : file[key]
    }

    /// Stores the calibration of a device.
    ///
    /// - Parameters:
    ///   - calibration: The calibration to store.
    ///   - key: The identity and port of the device, or `nil` if unknown.
    ///   - name: The device's product name.
    /// - Returns: An error message of one line, or `nil` if the calibration is being written.
    package func store(
        _ calibration: TouchCalibration, for key: DeviceKey?, name: String
    ) -> String? {
        guard let writer else {
            log.warning(
                "\(name): calibration not saved: no state folder; choose one with --state"
            )
            return "No folder for it is known: it holds until the next start"
        }
        guard let key else {
            log.warning(
                "\(name): calibration not saved: the device has no identity; set LIBINPUT_CALIBRATION_MATRIX to \"\(calibration.matrix)\" in a udev rule"
            )
            return "The panel doesn't say what it is: it holds until the next start"
        }
        file.store(CalibrationFile.Entry(key: key, name: name, calibration: calibration))
        log.info("\(name): calibration \(calibration.matrix)")
        writer.submit(file.text)
        return nil
    }

    /// Waits until all stored calibrations are written or writing has failed.
    package func finishWriting() {
        writer?.finish()
    }
}
