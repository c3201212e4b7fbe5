extension UIView.AnimationOptions {
    /// A transition that dissolves from one view to the next. The changes appear at once.
    public static let transitionCrossDissolve = UIView.AnimationOptions(rawValue: 5 << 20)
}

extension UIView {
    /// Changes a view at once, without the effect of a transition.
    ///
    /// - Parameters:
    ///   - view: The changed view.
    ///   - duration: The duration of the effect that UIKit shows, in seconds.
    ///   - options: Options, which have no effect.
    ///   - animations: A closure that changes the view, or `nil`.
    ///   - completion: A closure that is called with `true` after `duration`.
    public static func transition(
        with view: UIView, duration: TimeInterval, options: AnimationOptions = [],
        animations: (() -> Void)?, completion: ((Bool) -> Void)? = nil
    ) {
        if let animations { performWithoutAnimation(animations) }
        guard let completion else { return }
        Timer.scheduledTimer(withTimeInterval: duration, repeats: false) { _ in completion(true) }
    }
}
