import AccountStorageSQL
import Testing

struct `The SQL of the engines` {
    /// The list makes every difference between the engines a deliberate decision.
    @Test func `differs in what a dialect names, and nowhere else`() {
        let engines = [Mirror(reflecting: SQLDialect.sqlite), Mirror(reflecting: SQLDialect.postgreSQL)]
        #expect(
            engines[0].children.map(\.label) == [
                "parameter", "skippingLockedRows", "bytes", "text", "key", "integer", "code", "flag", "table",
                "updatedTable", "keylessTable", "thenID", "requiredStart", "requiredEnd", "auditGuard",
            ])
        let texts = engines.map { engine in engine.children.map { $0.value as? String } }
        for (place, child) in engines[0].children.enumerated() {
            #expect(texts[0][place] != texts[1][place], "\(child.label ?? "") is the same in both")
        }
    }
}
