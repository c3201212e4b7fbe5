/// A value of an animatable property.
enum LayerValue: Equatable {
    case number(Double)
    case point(CGPoint)
    case transform(CGAffineTransform)

    /// Returns the value at `fraction` of the way from `start` to `end`, or `end` if the values
    /// have different types.
    static func interpolate(
        _ start: LayerValue, _ end: LayerValue, at fraction: Double
    ) -> LayerValue {
        switch (start, end) {
        case (.number(let start), .number(let end)):
            .number(.interpolate(start, end, at: fraction))
        case (.point(let start), .point(let end)):
            .point(.interpolate(start, end, at: fraction))
        case (.transform(let start), .transform(let end)):
            .transform(.interpolate(start, end, at: fraction))
        default: end
        }
    }

    /// Returns the sum of both values. Transforms are concatenated.
    func adding(_ other: LayerValue) -> LayerValue {
        switch (self, other) {
        case (.number(let left), .number(let right)): .number(left + right)
        case (.point(let left), .point(let right)):
            .point(CGPoint(x: left.x + right.x, y: left.y + right.y))
        case (.transform(let left), .transform(let right)):
            .transform(left.concatenating(right))
        default: self
        }
    }

    /// The value whose sum with this value is the neutral value of its type.
    var inverse: LayerValue {
        switch self {
        case .number(let value): .number(-value)
        case .point(let value): .point(CGPoint(x: -value.x, y: -value.y))
        case .transform(let value): .transform(value.inverted())
        }
    }
}

/// The animatable properties of a layer, named by their key paths.
enum LayerProperty: String {
    case position
    case positionX = "position.x"
    case positionY = "position.y"
    case opacity
    case transform
    case scale = "transform.scale"
    case scaleX = "transform.scale.x"
    case scaleY = "transform.scale.y"
    case rotation = "transform.rotation"
    case rotationZ = "transform.rotation.z"
    case translation = "transform.translation"
    case translationX = "transform.translation.x"
    case translationY = "transform.translation.y"

    /// Returns a value that an app assigned to an animation, or `nil` if the property cannot have
    /// it.
    func value(_ value: Any?) -> LayerValue? {
        switch self {
        case .position, .translation:
            if let size = value as? CGSize { return .point(CGPoint(x: size.width, y: size.height)) }
            return (value as? CGPoint).map { .point($0) }
        case .transform:
            if let transform = value as? CATransform3D {
                return .transform(transform.affineTransform)
            }
            return (value as? CGAffineTransform).map { .transform($0) }
        default:
            return Self.number(value).map { .number($0) }
        }
    }

    /// Returns a number of any type that literals and UIKit's properties have.
    private static func number(_ value: Any?) -> Double? {
        switch value {
        case let value as Double: value
        case let value as Float: Double(value)
        case let value as Int: Double(value)
        default: nil
        }
    }
}

/// The values of a layer's animatable properties.
struct LayerValues {
    /// The position, or `nil` if no animation has changed it.
    private(set) var animatedPosition: CGPoint?
    /// The opacity, 0…1, or `nil` if no animation has changed it.
    private(set) var animatedOpacity: CGFloat?
    /// The transform, or `nil` if no animation has changed it.
    private(set) var animatedTransform: CGAffineTransform?
    private let basePosition: CGPoint
    private let baseOpacity: CGFloat
    private let baseTransform: CGAffineTransform

    /// Creates the values of a layer without animations.
    init(position: CGPoint, opacity: CGFloat, transform: CGAffineTransform) {
        basePosition = position
        baseOpacity = opacity
        baseTransform = transform
    }

    private var position: CGPoint {
        get { animatedPosition ?? basePosition }
        set { animatedPosition = newValue }
    }

    private var transform: CGAffineTransform {
        get { animatedTransform ?? baseTransform }
        set { animatedTransform = newValue }
    }

    /// The value of a property.
    ///
    /// Assigning a factor, an angle or a distance of the transform keeps the transform's other
    /// parts.
    subscript(property: LayerProperty) -> LayerValue {
        get {
            switch property {
            case .position: .point(position)
            case .positionX: .number(position.x)
            case .positionY: .number(position.y)
            case .opacity: .number(animatedOpacity ?? baseOpacity)
            case .transform: .transform(transform)
            case .scale: .number((parts.scaleX + parts.scaleY) / 2)
            case .scaleX: .number(parts.scaleX)
            case .scaleY: .number(parts.scaleY)
            case .rotation, .rotationZ: .number(parts.angle)
            case .translation: .point(parts.translation)
            case .translationX: .number(parts.translation.x)
            case .translationY: .number(parts.translation.y)
            }
        }
        set {
            switch (property, newValue) {
            case (.position, .point(let value)): position = value
            case (.positionX, .number(let value)): position.x = value
            case (.positionY, .number(let value)): position.y = value
            case (.opacity, .number(let value)): animatedOpacity = min(max(value, 0), 1)
            case (.transform, .transform(let value)): transform = value
            default: setPart(property, to: newValue)
            }
        }
    }

    /// The parts of the transform, or those of the identity if the transform is singular.
    private var parts: TransformParts { TransformParts(transform) ?? .identity }

    private mutating func setPart(_ property: LayerProperty, to value: LayerValue) {
        var parts = parts
        switch (property, value) {
        case (.scale, .number(let value)): (parts.scaleX, parts.scaleY) = (value, value)
        case (.scaleX, .number(let value)): parts.scaleX = value
        case (.scaleY, .number(let value)): parts.scaleY = value
        case (.rotation, .number(let value)), (.rotationZ, .number(let value)):
            parts.angle = value
        case (.translation, .point(let value)): parts.translation = value
        case (.translationX, .number(let value)): parts.translation.x = value
        case (.translationY, .number(let value)): parts.translation.y = value
        default: return
        }
        transform = parts.transform
    }
}
