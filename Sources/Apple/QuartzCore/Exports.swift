// TouchKit declares the types of QuartzCore.
@_exported import TouchKit
