import HTTPServing
import SignInFlows

extension FormFields {
    static let empty = FormFields([])
    private static let maximumFields = 64

    /// Fields decoded strictly: every escape well formed, UTF-8, each name once.
    ///
    /// Two readers of a lenient decoding disagree about `a=1&a=2` or `%zz`; a strict one leaves nothing to disagree about.
    init(strictly bytes: some Sequence<UInt8>) throws(RequestRefusal) {
        guard let fields = FormFields(decoding: bytes), !fields.names.contains("") else {
            throw RequestRefusal(.formMalformed)
        }
        guard fields.pairs.count <= Self.maximumFields else { throw RequestRefusal(.bodyTooLarge) }
        guard fields.repeatedName == nil else { throw RequestRefusal(.parameterRepeated) }
        self = fields
    }

    /// Fields that were decoded as strictly elsewhere, where a name may be empty.
    init(decoded values: [String: String]) throws(RequestRefusal) {
        guard values[""] == nil else { throw RequestRefusal(.formMalformed) }
        self.init(values.map { ($0.key, $0.value) })
    }
}
