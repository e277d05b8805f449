/// How large a text may be before any work is spent on it.
public struct TokenLimits: Sendable, Equatable {
    /// Bytes of a whole token or JSON text.
    public let maximumBytes: Int
    /// Objects and arrays inside one another; the outermost object counts as one.
    public let maximumDepth: Int
    /// Members of one object.
    public let maximumMembers: Int

    /// 64 KiB, 64 levels, 1,000 members.
    public static let standard = TokenLimits()

    /// What a token's header may be at most: 4 KiB and 32 members.
    ///
    /// It is read before anything is proven. RFC 7515 and its followers know some fifteen members; Apple sends two or three.
    static let header = TokenLimits(maximumBytes: 4_096, maximumMembers: 32)

    /// The narrower of both in everything.
    func narrowed(to other: Self) -> Self {
        TokenLimits(
            maximumBytes: min(maximumBytes, other.maximumBytes), maximumDepth: min(maximumDepth, other.maximumDepth),
            maximumMembers: min(maximumMembers, other.maximumMembers))
    }

    /// Limits; the depth is at most 256, whatever is asked for, since each level takes stack.
    public init(maximumBytes: Int = 65_536, maximumDepth: Int = 64, maximumMembers: Int = 1_000) {
        self.maximumBytes = min(max(0, maximumBytes), Int(Int32.max))
        self.maximumDepth = min(max(1, maximumDepth), 256)
        self.maximumMembers = max(0, maximumMembers)
    }
}
