#if AsyncHTTPClient
    import Foundation
    import NIOCore

    /// A request's body in one part. It records whether the client took it, which happens once a connection is
    /// established.
    struct RequestBody: AsyncSequence, Sendable {
        typealias Element = ByteBuffer

        private let bytes: [UInt8]
        private let isTaken = Mark()

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }

        /// Whether octets of the body may have been sent.
        var wasTaken: Bool { isTaken.isSet }

        func makeAsyncIterator() -> Iterator {
            Iterator(bytes: bytes, isTaken: isTaken)
        }

        struct Iterator: AsyncIteratorProtocol {
            private var bytes: [UInt8]?
            private let isTaken: Mark

            fileprivate init(bytes: [UInt8], isTaken: Mark) {
                self.bytes = bytes
                self.isTaken = isTaken
            }

            mutating func next() async throws -> ByteBuffer? {
                guard let bytes else { return nil }
                isTaken.set()
                self.bytes = nil
                return ByteBuffer(bytes: bytes)
            }
        }

        /// Unchecked, because the compiler cannot see that the value is only accessed while the lock is held.
        fileprivate final class Mark: @unchecked Sendable {
            private let lock = NSLock()
            private var value = false

            var isSet: Bool { lock.withLock { value } }

            func set() { lock.withLock { value = true } }
        }
    }
#endif
