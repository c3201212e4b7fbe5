// In a file that imports Testing and CoreGraphics, this module replaces Testing, because
// the testing library declares an overlay of that name. Apple's also attaches images to tests.
@_exported import Testing
