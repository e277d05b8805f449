/// Limits on the size of a text. They are checked before any work is spent on it.
public struct TokenLimits: Sendable, Equatable {
    /// The maximum number of bytes of a whole token or JSON text.
    public let maximumBytes: Int
    /// The maximum depth of nested objects and arrays. The outermost object counts as one.
    public let maximumDepth: Int
    /// The maximum number of members of one object.
    public let maximumMembers: Int

    /// The default limits: 64 KiB, 64 levels, 1,000 members.
    public static let standard = TokenLimits()

    /// The maximum size of a token's header: 4 KiB and 32 members.
    ///
    /// The header is read before the signature is verified. RFC 7515 and its extensions define some fifteen members.
    /// Apple sends two or three.
    static let header = TokenLimits(maximumBytes: 4_096, maximumMembers: 32)

    /// The stricter limit of both in every respect.
    func narrowed(to other: Self) -> Self {
        TokenLimits(
            maximumBytes: min(maximumBytes, other.maximumBytes), maximumDepth: min(maximumDepth, other.maximumDepth),
            maximumMembers: min(maximumMembers, other.maximumMembers))
    }

    /// Creates limits. The depth is at most 256, whatever the argument, because each level uses stack.
    public init(maximumBytes: Int = 65_536, maximumDepth: Int = 64, maximumMembers: Int = 1_000) {
        self.maximumBytes = min(max(0, maximumBytes), Int(Int32.max))
        self.maximumDepth = min(max(1, maximumDepth), 256)
        self.maximumMembers = max(0, maximumMembers)
    }
}
