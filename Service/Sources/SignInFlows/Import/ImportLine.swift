/// One line of the import file.
package struct ImportLine: Sendable {
    /// The most bytes that one may have.
    package static let longest = 65_536

    /// Counted from 1.
    package let number: Int
    /// Its bytes without its end; nil when there are too many.
    package let bytes: [UInt8]?

    /// A line as it was read.
    package init(number: Int, bytes: [UInt8]?) {
        self.number = number
        self.bytes = bytes
    }
}
