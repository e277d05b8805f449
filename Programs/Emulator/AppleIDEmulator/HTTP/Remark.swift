/// Something that the developer should know about a request that was not refused.
struct Remark: Sendable, Equatable {
    /// A stable name, which only the emulator's log and pages show.
    let cause: String
    let explanation: String
}
