import TouchKitGeometry

extension Recording.Device {
    /// The udev property that sets a device's calibration matrix.
    private static let calibrationKey = "LIBINPUT_CALIBRATION_MATRIX"

    /// The calibration from the device's udev properties, parsed as libinput does: the first six
    /// numbers, separated by spaces, in single precision.
    ///
    /// The value is the identity if the property is missing or invalid. If the property is invalid,
    /// `calibrationWarning` describes the error.
    package var calibration: TouchCalibration {
        calibrationText.flatMap { Self.calibration($0) } ?? .identity
    }

    /// A one-line warning about an invalid calibration property, or `nil` if the property is valid
    /// or missing. libinput ignores an invalid property without a message.
    package var calibrationWarning: String? {
        guard let text = calibrationText, Self.calibration(text) == nil else { return nil }
        let excerpt = String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix(60).map {
                    $0.isASCII && $0.value >= 0x20 && $0.value < 0x7F ? $0 : "?"
                }))
        return "\(Self.calibrationKey)=\(excerpt) is not six decimal numbers and is ignored; "
            + "correct the udev rule"
    }

    private var calibrationText: String? {
        udevProperties.last { $0.key == Self.calibrationKey }?.value
    }

    private static func calibration(_ text: String) -> TouchCalibration? {
        let words = text.utf8.split(separator: UInt8(ascii: " "))
        var numbers: [Double] = []
        for word in words.prefix(6) {
            guard let number = number(word) else { return nil }
            numbers.append(number)
        }
        return TouchCalibration(numbers)
    }

    /// Returns the number that `word` represents, or `nil` if `word` is not a number or has an
    /// exponent, as in libinput's `safe_atod`. Numbers beyond the range of `Float` are `nil` too.
    private static func number(_ word: Substring.UTF8View) -> Double? {
        let isAllowed = word.allSatisfy {
            switch $0 {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
                UInt8(ascii: "."):
                true
            default: false
            }
        }
        guard isAllowed, let value = Double(Substring(word)), value == 0 || value.isNormal else {
            return nil
        }
        let single = Float(value)
        // libinput computes with infinity here, but no position can be infinite.
        return single.isFinite ? Double(single) : nil
    }
}
