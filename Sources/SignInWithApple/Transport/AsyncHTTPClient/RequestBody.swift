#if AsyncHTTPClient
    import NIOCore

    /// A request's body in one part. It records whether the client took it, which happens once a connection is
    /// established.
    struct RequestBody: AsyncSequence, Sendable {
        typealias Element = ByteBuffer

        private let bytes: [UInt8]
        private let isTaken = Guarded(false)

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }

        /// Whether octets of the body may have been sent.
        var wasTaken: Bool { isTaken.access { $0 } }

        func makeAsyncIterator() -> Iterator {
            Iterator(bytes: bytes, isTaken: isTaken)
        }

        struct Iterator: AsyncIteratorProtocol {
            private var bytes: [UInt8]?
            private let isTaken: Guarded<Bool>

            fileprivate init(bytes: [UInt8], isTaken: Guarded<Bool>) {
                self.bytes = bytes
                self.isTaken = isTaken
            }

            mutating func next() async throws -> ByteBuffer? {
                guard let bytes else { return nil }
                isTaken.access { $0 = true }
                self.bytes = nil
                return ByteBuffer(bytes: bytes)
            }
        }
    }
#endif
