import HTTPServing
import SignInFlows

extension FormFields {
    static let empty = FormFields([])
    private static let maximumFields = 64

    /// Decodes fields strictly: every escape well formed, valid UTF-8, each name only once.
    ///
    /// Lenient decoders disagree about `a=1&a=2` or `%zz`. Strict decoding leaves no room for that.
    init(strictly bytes: some Sequence<UInt8>) throws(RequestRefusal) {
        guard let fields = FormFields(decoding: bytes), !fields.pairs.contains(where: { $0.name.isEmpty }) else {
            throw RequestRefusal(.formMalformed)
        }
        guard fields.pairs.count <= Self.maximumFields else { throw RequestRefusal(.bodyTooLarge) }
        guard fields.repeatedName == nil else { throw RequestRefusal(.parameterRepeated) }
        self = fields
    }

    /// Wraps fields that were decoded just as strictly elsewhere, except that a name may be empty there.
    init(decoded values: [String: String]) throws(RequestRefusal) {
        guard values[""] == nil else { throw RequestRefusal(.formMalformed) }
        self.init(values.map { ($0.key, $0.value) })
    }
}
