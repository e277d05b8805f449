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

    /// Limits; the depth is at most 256, whatever is asked for, since each level takes stack.
    public init(maximumBytes: Int = 65_536, maximumDepth: Int = 64, maximumMembers: Int = 1_000) {
        self.maximumBytes = min(max(0, maximumBytes), Int(Int32.max))
        self.maximumDepth = min(max(1, maximumDepth), 256)
        self.maximumMembers = max(0, maximumMembers)
    }
}
