// kiosk-lock-holder FILE: locks a file, prints "locked", and holds the lock until the end of
// standard input. If another process holds the lock, prints the ID of that process.

import Glibc
import KioskSystem

guard CommandLine.arguments.count == 2 else {
    print("usage: kiosk-lock-holder FILE")
    exit(64)
}
do throws(ProcessLock.Failure) {
    let lock = try ProcessLock(path: CommandLine.arguments[1])
    print("locked")
    fflush(nil)
    while getchar() != EOF {}
    withExtendedLifetime(lock) {}
} catch {
    switch error {
    case .held(let holder): print("held by \(holder?.id ?? 0)")
    case .failed(let error): print("\(error)")
    }
}
