// With `import KioskRuntime` alone, an app can name all types that KioskOptions, KioskError and
// KioskContext use.
@_exported import KioskDisplay
@_exported import KioskInput
@_exported import KioskServices
@_exported import KioskSystem
@_exported import TouchKitContacts
@_exported import TouchKitPacing
