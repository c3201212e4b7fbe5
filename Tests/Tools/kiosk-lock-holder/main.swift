// kiosk-lock-holder FILE: locks a file, says "locked", and holds it until its standard input ends; or says who
// holds it already.

import Glibc
import KioskSystem

guard CommandLine.arguments.count == 2 else {
    print("usage: kiosk-lock-holder FILE")
    exit(64)
}
do throws(ProcessLock.Refusal) {
    let lock = try ProcessLock(path: CommandLine.arguments[1])
    print("locked")
    fflush(nil)
    while getchar() != EOF {}
    withExtendedLifetime(lock) {}
} catch {
    switch error {
    case .held(let holder): print("held by \(holder?.process ?? 0)")
    case .failed(let error): print("\(error)")
    }
}
