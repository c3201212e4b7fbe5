// TouchKit declares the types of CoreGraphics.
@_exported import TouchKit
