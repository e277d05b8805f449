/// Finds the data of server-sent events in the bytes of a stream
/// (https://html.spec.whatwg.org/multipage/server-sent-events.html). Each of the emulator's events has one line of data.
struct EventStreamLines {
    private var waiting: [UInt8] = []

    /// Takes bytes, and returns the data of each line that they complete.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [String] {
        var found: [String] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                waiting.append(byte)
                continue
            }
            if waiting.starts(with: Self.field) {
                found.append(String(decoding: waiting.dropFirst(Self.field.count), as: UTF8.self))
            }
            waiting.removeAll(keepingCapacity: true)
        }
        return found
    }

    private static let field = Array("data: ".utf8)
}
