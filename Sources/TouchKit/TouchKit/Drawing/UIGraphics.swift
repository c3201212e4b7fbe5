// UIKit's names of global functions begin with upper-case letters.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import TouchKitRaster

/// Returns the current graphics context, or `nil` outside `draw(_:)` and outside an image context.
@MainActor
public func UIGraphicsGetCurrentContext() -> CGContext? {
    DrawingContext.current.map(CGContext.init)
}

/// Makes a context current until `UIGraphicsPopContext()`; does nothing for a context whose
/// `draw(_:)` or image has ended.
@MainActor
public func UIGraphicsPushContext(_ context: CGContext) {
    context.current?.push()
}

/// Restores the context that was current before the last `UIGraphicsPushContext(_:)`; does nothing
/// without such a call.
@MainActor
public func UIGraphicsPopContext() {
    DrawingContext.pop()
}

/// The images begun by `UIGraphicsBeginImageContextWithOptions(_:_:_:)` and not ended, the
/// innermost last.
@MainActor
private var imageContexts: [ImageContext] = []

/// Begins an image with one pixel per point and an alpha channel, and makes its context current.
///
/// - Parameter size: The size in points.
@MainActor
public func UIGraphicsBeginImageContext(_ size: CGSize) {
    UIGraphicsBeginImageContextWithOptions(size, false, 1)
}

/// Begins an image and makes its context current until `UIGraphicsEndImageContext()`.
///
/// - Parameters:
///   - size: The size in points, rounded up to whole pixels.
///   - opaque: Whether the image has no alpha channel; such an image is initially black, another
///     one transparent.
///   - scale: The number of pixels per point, or 0 for the main screen's scale.
@MainActor
public func UIGraphicsBeginImageContextWithOptions(
    _ size: CGSize, _ opaque: Bool, _ scale: CGFloat
) {
    imageContexts.append(
        ImageContext(
            size: size, scale: scale > 0 ? scale : UIScreen.main.scale, isOpaque: opaque))
}

/// Returns an image of everything drawn in the innermost image context so far, or `nil` without an
/// image context. Clips that are set in the context end.
@MainActor
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
    imageContexts.last?.makeImage()
}

/// Ends the innermost image context and restores the context that was current before; does nothing
/// without an image context.
@MainActor
public func UIGraphicsEndImageContext() {
    imageContexts.popLast()?.end()
}

/// Fills the specified rectangle, in points, with the current fill color.
@MainActor
public func UIRectFill(_ rect: CGRect) {
    guard let context = DrawingContext.current else { return }
    context.fill(rect.standardized, color: context.fillColor)
}
