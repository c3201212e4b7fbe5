// With `import KioskTesting` alone, a test can use the simulator and all types of its functions.
@_exported import TouchKitTesting
