/// Threads that paint parts of a picture at the same time.
package protocol PaintingThreads: AnyObject {
    /// The number of threads, including the one that calls `run(_:)`.
    var count: Int { get }
    /// Calls `body` once on each thread, with the numbers 0..<`count`, and returns when all calls
    /// have returned. The calling thread has the number 0. The calls run at the same time, so no
    /// call may write memory that another one uses.
    func run(_ body: @escaping (_ thread: Int) -> Void)
}
