import JSONWebTokens

/// One line of the import file.
package struct ImportLine: Sendable {
    /// The maximum number of bytes in a line.
    package static let longest = 65_536

    /// The line number, counted from 1.
    package let number: Int
    /// The bytes without the line ending; nil if there are too many.
    package let bytes: [UInt8]?

    /// A line as it was read.
    package init(number: Int, bytes: [UInt8]?) {
        self.number = number
        self.bytes = bytes
    }

    /// The object that the line is.
    func object() throws(ImportRefusal) -> JSONObject {
        guard let bytes else { throw ImportRefusal(.lineTooLong) }
        do throws(JSONTextFault) {
            return try StrictJSONReader.readWritten(bytes)
        } catch {
            throw ImportRefusal(.jsonInvalid, fault: error)
        }
    }
}
