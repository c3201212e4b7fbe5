// With `import TouchKitTesting` alone, a test can name all types of the simulator's functions.
@_exported import TouchKit
