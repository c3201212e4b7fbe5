/// A value of an animatable property.
enum LayerValue {
    case number(Double)
    case point(CGPoint)
    case rect(CGRect)
    case transform(CGAffineTransform)
    case color(AnimatableColor)
    case path(CGPath)

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
        case (.rect(let start), .rect(let end)):
            // The difference that an additive animation adds can have negative sizes.
            .rect(
                CGRect(
                    x: .interpolate(start.origin.x, end.origin.x, at: fraction),
                    y: .interpolate(start.origin.y, end.origin.y, at: fraction),
                    width: .interpolate(start.size.width, end.size.width, at: fraction),
                    height: .interpolate(start.size.height, end.size.height, at: fraction)))
        case (.color(let start), .color(let end)):
            .color(.interpolate(start, end, at: fraction))
        case (.path(let start), .path(let end)):
            .path(start.interpolated(to: end, at: fraction))
        default: end
        }
    }

    /// Returns the sum of both values. Transforms are concatenated; colors and paths have no sum
    /// and remain unchanged.
    func adding(_ other: LayerValue) -> LayerValue {
        switch (self, other) {
        case (.number(let left), .number(let right)): .number(left + right)
        case (.point(let left), .point(let right)):
            .point(CGPoint(x: left.x + right.x, y: left.y + right.y))
        case (.transform(let left), .transform(let right)):
            .transform(left.concatenating(right))
        case (.rect(let left), .rect(let right)):
            // A difference has negative sizes, which `width` and `minX` would standardize.
            .rect(
                CGRect(
                    x: left.origin.x + right.origin.x, y: left.origin.y + right.origin.y,
                    width: left.size.width + right.size.width,
                    height: left.size.height + right.size.height))
        default: self
        }
    }

    /// The value whose sum with this value is the neutral value of its type.
    var inverse: LayerValue {
        switch self {
        case .number(let value): .number(-value)
        case .point(let value): .point(CGPoint(x: -value.x, y: -value.y))
        case .transform(let value): .transform(value.inverted())
        case .rect(let value):
            .rect(
                CGRect(
                    origin: CGPoint(x: -value.origin.x, y: -value.origin.y),
                    size: CGSize(width: -value.size.width, height: -value.size.height)))
        case .color, .path: self
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
    case bounds
    case boundsSize = "bounds.size"
    case boundsWidth = "bounds.size.width"
    case boundsHeight = "bounds.size.height"
    case backgroundColor
    case cornerRadius
    case borderWidth
    case borderColor
    case path
    case fillColor
    case strokeColor
    case lineWidth
    case lineDashPhase
    case strokeStart
    case strokeEnd

    /// Returns a value that an app assigned to an animation, or `nil` if the property cannot have
    /// it. Colors are those of `style`.
    func value(_ value: Any?, in style: UIUserInterfaceStyle) -> LayerValue? {
        switch self {
        case .position, .translation, .boundsSize:
            if let size = value as? CGSize { return .point(CGPoint(x: size.width, y: size.height)) }
            return (value as? CGPoint).map { .point($0) }
        case .transform:
            if let transform = value as? CATransform3D {
                return .transform(transform.affineTransform)
            }
            return (value as? CGAffineTransform).map { .transform($0) }
        case .bounds:
            return (value as? CGRect).map { .rect($0) }
        case .backgroundColor, .borderColor, .fillColor, .strokeColor:
            return (value as? UIColor).map { .color(AnimatableColor($0, style: style)) }
        case .path:
            return (value as? CGPath).map { .path($0) }
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
        #if TOUCHKIT_FOUNDATION
        // Foundation's type, which differs from `Double`.
        case let value as CGFloat: Double(value)
        #endif
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
    /// The parts of `animatedTransform`, or `nil` if an animation has not changed the transform by
    /// its parts. A transform with a scale of 0 cannot be decomposed.
    private var animatedParts: TransformParts?
    /// The bounds, or `nil` if no animation has changed them.
    private(set) var animatedBounds: CGRect?
    /// The properties that an animation has changed, except for position, opacity, transform and
    /// bounds.
    var content: [LayerProperty: LayerValue] = [:]
    private let basePosition: CGPoint
    private let baseOpacity: CGFloat
    private let baseTransform: CGAffineTransform
    private let baseBounds: CGRect
    /// The layer whose properties are the values without animations.
    private unowned(unsafe) let layer: CALayer

    /// Creates the values of a layer without animations.
    init(
        position: CGPoint, opacity: CGFloat, transform: CGAffineTransform, bounds: CGRect,
        layer: CALayer
    ) {
        basePosition = position
        baseOpacity = opacity
        baseTransform = transform
        baseBounds = bounds
        self.layer = layer
    }

    private var bounds: CGRect {
        get { animatedBounds ?? baseBounds }
        set {
            // A spring's overshoot or an additive animation would make the size negative.
            animatedBounds = CGRect(
                x: newValue.origin.x, y: newValue.origin.y, width: max(0, newValue.size.width),
                height: max(0, newValue.size.height))
        }
    }

    private var position: CGPoint {
        get { animatedPosition ?? basePosition }
        set { animatedPosition = newValue }
    }

    private var transform: CGAffineTransform {
        get { animatedTransform ?? baseTransform }
        set { (animatedTransform, animatedParts) = (newValue, nil) }
    }

    /// The value of a property.
    ///
    /// Assigning a factor, an angle or a distance of the transform keeps the transform's other
    /// parts.
    @MainActor
    subscript(property: LayerProperty) -> LayerValue? {
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
            case .bounds: .rect(bounds)
            case .boundsSize: .point(CGPoint(x: bounds.width, y: bounds.height))
            case .boundsWidth: .number(bounds.width)
            case .boundsHeight: .number(bounds.height)
            default: content[property] ?? layer.contentValue(property)
            }
        }
        set {
            switch (property, newValue) {
            case (.position, .point(let value)): position = value
            case (.positionX, .number(let value)): position.x = value
            case (.positionY, .number(let value)): position.y = value
            case (.opacity, .number(let value)): animatedOpacity = min(max(value, 0), 1)
            case (.transform, .transform(let value)): transform = value
            case (.bounds, .rect(let value)): bounds = value
            case (.boundsSize, .point(let value)):
                bounds.size = CGSize(width: value.x, height: value.y)
            case (.boundsWidth, .number(let value)): bounds.size.width = value
            case (.boundsHeight, .number(let value)): bounds.size.height = value
            case (_, let value?): setPart(property, to: value)
            case (_, nil): return
            }
        }
    }

    /// The parts of the transform, or those of the identity if a singular transform was not
    /// assigned by its parts.
    private var parts: TransformParts { animatedParts ?? TransformParts(transform) ?? .identity }

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
        default:
            content[property] = value
            return
        }
        (animatedTransform, animatedParts) = (parts.transform, parts)
    }
}
