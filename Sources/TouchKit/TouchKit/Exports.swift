// Like UIKit, TouchKit re-exports the modules that declare CGPoint, CGRect and Bitmap.
@_exported import TouchKitGeometry
@_exported import TouchKitRaster
