import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

/// A reference implementation of the compositor: floating point, the whole canvas at once, without
/// skipping hidden items. Each layer is composed in a separate transparent buffer.
///
/// The effect of a single item is measured by painting it alone over black and over white: this
/// gives the color that it adds and the fraction of the background that remains visible.
struct ComposingModel {
    /// The premultiplied red, green and blue channels and alpha, 0…1; top row first.
    private(set) var pixels: [SIMD4<Double>]
    private let width: Int
    private let height: Int
    /// A scratch bitmap with a black background.
    private let black: Bitmap
    /// A scratch bitmap with a white background.
    private let white: Bitmap

    init(_ scene: RandomScene) {
        width = scene.width
        height = scene.height
        black = Bitmap(width: width, height: height)
        white = Bitmap(width: width, height: height)
        pixels = Array(repeating: SIMD4(0, 0, 0, 1), count: width * height)
        let canvas = PixelRect(x: 0, y: 0, width: width, height: height)
        for node in scene.nodes { compose(node, onto: &pixels, clip: canvas) }
    }

    /// Returns the largest difference between a channel of the model and of a bitmap, in levels of
    /// 255.
    func largestError(of bitmap: Bitmap) -> Double {
        var largest = 0.0
        for y in 0..<height {
            for x in 0..<width {
                let error = Self.channels(bitmap[x, y]) - pixels[y * width + x]
                largest = max(largest, max(error.max(), -error.min()) * 255)
            }
        }
        return largest
    }

    /// Returns the channels of a pixel, 0…1.
    private static func channels(_ pixel: UInt32) -> SIMD4<Double> {
        SIMD4(
            Double(pixel >> 16 & 0xFF), Double(pixel >> 8 & 0xFF), Double(pixel & 0xFF),
            Double(pixel >> 24)) / 255
    }

    /// Composes a node of the scene onto `target`.
    private func compose(
        _ node: RandomScene.Node, onto target: inout [SIMD4<Double>], clip: PixelRect
    ) {
        switch node {
        case .item(let draw): blend(draw, onto: &target, clip: clip)
        case .clip(let rect, let inner):
            for node in inner { compose(node, onto: &target, clip: clip.intersection(rect)) }
        case .layer(let opacity, let mask, let inner):
            var layer = Array(repeating: SIMD4<Double>.zero, count: width * height)
            for node in inner { compose(node, onto: &layer, clip: clip) }
            var seen = Array(repeating: SIMD4<Double>.zero, count: width * height)
            if let mask {
                blend(mask, onto: &seen, clip: clip)
            } else {
                seen = Array(repeating: SIMD4<Double>.one, count: width * height)
            }
            for index in target.indices {
                let own = layer[index] * (seen[index].w * opacity)
                target[index] = own + target[index] * (1 - own.w)
            }
        }
    }

    /// Blends an item of the scene onto `target`.
    private func blend(
        _ draw: (DisplayList) -> Void, onto target: inout [SIMD4<Double>], clip: PixelRect
    ) {
        let list = DisplayList()
        list.pushClip(clip)
        draw(list)
        list.popClip()
        for (bitmap, color) in [(black, PixelColor.black), (white, PixelColor.white)] {
            for y in 0..<height {
                for x in 0..<width { bitmap[x, y] = color.opaquePixel }
            }
            list.paint(onto: bitmap, clip: clip)
        }
        for y in 0..<height {
            for x in 0..<width {
                var added = Self.channels(black[x, y])
                let through = Self.channels(white[x, y]) - added
                // All three channels give the remaining fraction; the mean is most precise.
                let rest = (through.x + through.y + through.z) / 3
                added.w = 1 - rest
                target[y * width + x] = added + target[y * width + x] * rest
            }
        }
    }
}
