// An app imports TouchKit where an iOS app imports UIKit: the re-exports provide CGPoint, CGRect
// and their relatives, and Bitmap.
@_exported import TouchKitGeometry
@_exported import TouchKitRaster
