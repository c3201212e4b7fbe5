// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the current absolute time of the application, in seconds since system startup, or 0 if
/// there is no application.
///
/// `UITouch.timestamp` and `CADisplayLink.timestamp` use the same clock. The function corresponds
/// to the QuartzCore function of the same name.
@MainActor
public func CACurrentMediaTime() -> Double {
    UIApplication.sharedIfPresent?.now.seconds ?? 0
}
