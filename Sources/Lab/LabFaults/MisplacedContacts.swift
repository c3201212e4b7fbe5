import Glibc
import TouchKitContacts
import TouchKitGeometry

/// Each contact is reported at another place: axes, offset, scale, bend and noise.
struct MisplacedContacts: PanelFaultStage {
    /// How the places are wrong.
    enum Error: Sendable {
        case swapped
        case flippedX
        case flippedY
        /// In millimetres.
        case moved(CGVector)
        /// About the middle.
        case scaled(CGVector)
        case bent(millimeters: Double)
        case scattered(millimeters: Double)
    }

    private let error: Error
    private let size: PanelSize
    private var random: RepeatableRandom

    init(_ error: Error, _ panel: FaultyPanel, _ random: RepeatableRandom) {
        self.error = error
        size = panel.size
        self.random = random
    }

    mutating func take(_ frame: TouchFrame, into output: inout TouchFrameBuffer) {
        output.append(device: frame.device, time: frame.time) { contacts in
            for contact in frame.contacts {
                var misplaced = contact
                misplaced.place(at: place(contact.position))
                contacts.append(misplaced)
            }
        }
    }

    /// Where a place is reported; a controller that reckons a place outside its panel says the edge.
    private mutating func place(_ place: CGPoint) -> CGPoint {
        var place = place
        switch error {
        case .swapped:
            place = CGPoint(x: place.y, y: place.x)
        case .flippedX:
            place.x = 1 - place.x
        case .flippedY:
            place.y = 1 - place.y
        case .moved(let offset):
            place.x += offset.dx / size.width
            place.y += offset.dy / size.height
        case .scaled(let factors):
            place.x = 0.5 + (place.x - 0.5) * factors.dx
            place.y = 0.5 + (place.y - 0.5) * factors.dy
        case .bent(let millimeters):
            place.y += millimeters / size.height * sin(5 * Double.pi * (place.x - 0.1))
        case .scattered(let millimeters):
            let noise = normal()
            place.x += noise.dx * millimeters / size.width
            place.y += noise.dy * millimeters / size.height
        }
        return CGPoint(x: min(max(0, place.x), 1), y: min(max(0, place.y), 1))
    }

    /// Two independent numbers of the standard normal distribution (Box and Muller 1958).
    private mutating func normal() -> CGVector {
        // Never 0, of which there is no logarithm.
        let length = (-2 * log(1 - random.number(in: 0...1))).squareRoot()
        let angle = 2 * Double.pi * random.number(in: 0...1)
        return CGVector(dx: length * cos(angle), dy: length * sin(angle))
    }
}
