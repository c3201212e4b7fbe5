// swift-format-ignore: AlwaysUseLowerCamelCase
/// The application's time, in seconds since start-up: the clock of touches' and display links' timestamps.
/// QuartzCore's name; 0 where there is no application.
@MainActor
public func CACurrentMediaTime() -> Double {
    UIApplication.newest?.now.seconds ?? 0
}
