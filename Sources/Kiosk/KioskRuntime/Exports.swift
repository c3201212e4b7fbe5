// An app names the types of KioskOptions, KioskError and KioskContext with `import KioskRuntime`.
@_exported import KioskDisplay
@_exported import KioskInput
@_exported import KioskServices
@_exported import KioskSystem
@_exported import TouchKitContacts
@_exported import TouchKitPacing
