import AccountStorage
import AccountStorageConformance
import Testing

struct `The database in memory` {
    @Test(arguments: ConformanceCase.all)
    func `keeps its promises`(_ promise: ConformanceCase) async throws {
        try await promise.run(InMemoryAccountDatabase())
    }
}
