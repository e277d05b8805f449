/// Runs `body` `count` times concurrently.
func together<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable () async -> Value
) async -> [Value] {
    await withTaskGroup(of: Value.self) { group in
        for _ in 0..<count { group.addTask { await body() } }
        return await group.reduce(into: []) { $0.append($1) }
    }
}
