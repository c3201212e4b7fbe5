import Glibc
import KioskSystem
import Testing

/// The tests send signals to their own thread, because other threads do not block them.
@Suite("Signal descriptor")
struct SignalDescriptorTests {
    private func send(_ number: Int32) {
        pthread_kill(pthread_self(), number)
    }

    private func isBlocked(_ number: Int32) -> Bool {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        return sigismember(&mask, number) == 1
    }

    @Test("A loop reads a signal, which does not end the process.")
    func reads() throws {
        let loop = try EventLoop()
        let signals = try SignalDescriptor([.terminate, .interrupt])
        try loop.watch(signals.descriptor, as: 1)
        #expect(signals.next() == nil)
        send(SIGTERM)
        send(SIGINT)
        var sources: [UInt32] = []
        try loop.wait { sources.append($0) }
        #expect(sources == [1])
        #expect(Set([signals.next(), signals.next()]) == [.terminate, .interrupt])
        #expect(signals.next() == nil)
    }

    @Test("The signals for hangup and VT switching are read too.")
    func terminalSignals() throws {
        let signals = try SignalDescriptor([.hangUp, .consoleRelease, .consoleAcquire])
        send(SIGHUP)
        send(SIGUSR1)
        send(SIGUSR2)
        #expect(
            Set([signals.next(), signals.next(), signals.next()])
                == [.hangUp, .consoleRelease, .consoleAcquire])
        #expect(signals.next() == nil)
    }

    @Test("deinit discards unread signals and restores the signal mask.")
    func discardsPendingSignals() throws {
        // The worker threads of the test runner block all signals.
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        var before = sigset_t()
        pthread_sigmask(SIG_UNBLOCK, &set, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        do {
            let signals = try SignalDescriptor([.terminate])
            send(SIGTERM)
            #expect(isBlocked(SIGTERM))
            #expect(signals.descriptor >= 0)
        }
        #expect(!isBlocked(SIGTERM))
    }
}
