extension FuzzTarget {
    /// A target with a trap in it: Scripts/fuzz has to find it and to report it before it believes that the others have none.
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
