/// An object that animates a layer property between two values.
///
/// Only the presentation changes. The view's property, hit testing and touches do not.
///
/// ```swift
/// let pulse = CABasicAnimation(keyPath: "transform")
/// pulse.fromValue = CATransform3DIdentity
/// pulse.toValue = CATransform3DMakeScale(1.1, 1.1, 1)
/// pulse.autoreverses = true
/// pulse.repeatCount = .infinity
/// view.layer.add(pulse, forKey: "pulse")
/// ```
///
/// Values are numbers, `CGPoint`, `CGSize` (for translations and sizes), `CGRect`,
/// `CGAffineTransform`, `CATransform3D`, `CGColor` and `CGPath`. With only one of the three values,
/// the other end is the property's current value. A value of another type counts as `nil`.
@MainActor
public class CABasicAnimation: CAPropertyAnimation {
    /// The value at the start.
    public var fromValue: Any?
    /// The value at the end.
    public var toValue: Any?
    /// The difference between the end and the start.
    public var byValue: Any?

    /// The properties in the form that each frame uses, set when a layer adds the animation.
    private var prepared: Prepared?

    /// The key path and the values of an animation.
    private struct Prepared {
        var property: LayerProperty
        var from: LayerValue?
        var to: LayerValue?
        var by: LayerValue?
    }

    /// Returns an animation with the same properties.
    public override func copy() -> CAAnimation {
        let copy = CABasicAnimation(keyPath: keyPath)
        copy.setValues(from: self)
        return copy
    }

    /// Sets the timing and the values to those of another animation.
    final func setValues(from other: CABasicAnimation) {
        setTiming(from: other)
        isAdditive = other.isAdditive
        fromValue = other.fromValue
        toValue = other.toValue
        byValue = other.byValue
    }

    override func prepare(for style: UIUserInterfaceStyle) {
        guard let property = keyPath.flatMap(LayerProperty.init(rawValue:)) else { return }
        prepared = Prepared(
            property: property, from: property.value(fromValue, in: style),
            to: property.value(toValue, in: style), by: property.value(byValue, in: style))
    }

    override func apply(to values: inout LayerValues, at fraction: Double) {
        guard let prepared else { return }
        guard let current = values[prepared.property] else { return }
        let start: LayerValue
        let end: LayerValue
        switch (prepared.from, prepared.to, prepared.by) {
        case (let from?, let to?, _): (start, end) = (from, to)
        case (let from?, nil, let by?): (start, end) = (from, from.adding(by))
        case (nil, let to?, let by?): (start, end) = (to.adding(by.inverse), to)
        case (let from?, nil, nil): (start, end) = (from, current)
        case (nil, let to?, nil): (start, end) = (current, to)
        case (nil, nil, let by?): (start, end) = (current, current.adding(by))
        case (nil, nil, nil): return
        }
        let value = LayerValue.interpolate(start, end, at: fraction)
        values[prepared.property] = isAdditive ? current.adding(value) : value
    }
}
