import Glibc
import TouchKitContacts
import TouchKitGeometry

/// A fault that distorts the position of each contact: swapped or mirrored axes, an offset, a
/// scale, a bend or noise.
struct MisplacedContacts: FaultStage {
    /// A distortion of positions.
    enum Distortion: Sendable {
        /// The x and y coordinates are exchanged.
        case swapped
        /// Positions are mirrored from left to right.
        case flippedX
        /// Positions are mirrored from top to bottom.
        case flippedY
        /// Positions are moved by an offset in millimeters.
        case moved(CGVector)
        /// Positions are scaled around the center, by one factor per axis.
        case scaled(CGVector)
        /// Positions are moved along y by a sine function of x with the given amplitude, as
        /// `TouchFault.bend` defines.
        case bent(millimeters: Double)
        /// Normally distributed noise with the given standard deviation is added on each axis.
        case scattered(millimeters: Double)
    }

    private let distortion: Distortion
    private let size: TouchscreenSize
    private var random: RepeatableRandom

    /// Creates a stage with one distortion.
    init(_ distortion: Distortion, _ touchscreen: TouchscreenProperties, _ random: RepeatableRandom)
    {
        self.distortion = distortion
        size = touchscreen.size
        self.random = random
    }

    mutating func process(_ frame: TouchFrame, into output: inout TouchFrameBuffer) {
        output.append(device: frame.device, time: frame.time) { contacts in
            for contact in frame.contacts {
                var misplaced = contact
                misplaced.move(to: distort(contact.position))
                contacts.append(misplaced)
            }
        }
    }

    /// Returns the distorted position, clamped to the touchscreen's area, as touch controllers do.
    private mutating func distort(_ position: CGPoint) -> CGPoint {
        var result = position
        switch distortion {
        case .swapped:
            result = CGPoint(x: position.y, y: position.x)
        case .flippedX:
            result.x = 1 - result.x
        case .flippedY:
            result.y = 1 - result.y
        case .moved(let offset):
            result.x += offset.dx / size.width
            result.y += offset.dy / size.height
        case .scaled(let factors):
            result.x = 0.5 + (result.x - 0.5) * factors.dx
            result.y = 0.5 + (result.y - 0.5) * factors.dy
        case .bent(let millimeters):
            result.y += millimeters / size.height * sin(5 * Double.pi * (result.x - 0.1))
        case .scattered(let millimeters):
            let noise = makeNoise()
            result.x += noise.dx * millimeters / size.width
            result.y += noise.dy * millimeters / size.height
        }
        return CGPoint(x: min(max(0, result.x), 1), y: min(max(0, result.y), 1))
    }

    /// Returns two independent random numbers with a standard normal distribution (Box–Muller
    /// transform).
    private mutating func makeNoise() -> CGVector {
        // 1 - x avoids the logarithm of 0.
        let length = (-2 * log(1 - random.number(in: 0...1))).squareRoot()
        let angle = 2 * Double.pi * random.number(in: 0...1)
        return CGVector(dx: length * cos(angle), dy: length * sin(angle))
    }
}
