package import HTTPTypes
import NIOCore

/// The fields that every answer has: constant ones, unless the answer says something else, and the date. Constant ones
/// are prepared octets, because there are more of them than of an answer's own.
package struct CommonFields: Sendable {
    private struct Line: Sendable {
        let name: HTTPField.Name
        let octets: [UInt8]
    }

    private let lines: [Line]
    private let allLines: [UInt8]
    private let date: ReplyDate

    /// - Parameters:
    ///   - fields: the constant fields.
    ///   - date: the date of the answers.
    package init(_ fields: [HTTPField] = [], date: ReplyDate = ReplyDate()) {
        lines = fields.map { Line(name: $0.name, octets: Array("\($0.name.rawName): \($0.value)\r\n".utf8)) }
        allLines = lines.flatMap(\.octets)
        self.date = date
    }

    /// Appends what the answer does not say itself.
    func write(besides own: HTTPFields, to buffer: inout ByteBuffer) {
        if lines.contains(where: { own.contains($0.name) }) {
            for line in lines where !own.contains(line.name) { buffer.writeBytes(line.octets) }
        } else {
            buffer.writeBytes(allLines)
        }
        date.write(to: &buffer)
    }
}
