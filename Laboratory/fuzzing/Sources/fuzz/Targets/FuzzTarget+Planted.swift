extension FuzzTarget {
    /// A target with a planted trap. Scripts/fuzz must find and report it before it trusts that the other targets have
    /// none.
    static let planted = FuzzTarget(name: "planted") { input in
        guard input.count >= 3, input[0] == UInt8(ascii: "{"), input[1] == UInt8(ascii: "["), input[2] == 0xFF else {
            return false
        }
        return input[input.count] == 0
    } mutate: { _, _ in
        nil
    } seeds: {
        [Array("{}".utf8)]
    }
}
