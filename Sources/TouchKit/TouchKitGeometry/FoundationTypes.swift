// With TOUCHKIT_FOUNDATION=1 in the environment of the build, these types are Foundation's, so that
// an app can pass them to other packages that use Foundation. Without it, CGPoint.swift,
// CGSize.swift and CGRect.swift declare them, and TouchKit does not link Foundation.
#if TOUCHKIT_FOUNDATION
@_exported public import struct Foundation.CGFloat
@_exported public import struct Foundation.CGPoint
@_exported public import struct Foundation.CGRect
@_exported public import struct Foundation.CGSize
#endif
