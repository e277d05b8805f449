import Testing

@testable import SignInServer

@Suite struct BucketTableTests {
    private func table(maximum: Int) -> BucketTable {
        BucketTable(TokenBucket.Rate(1, inSeconds: 60), maximum: maximum)
    }

    @Test func `everybody has a bucket of their own while there is room`() {
        var table = table(maximum: 20)
        for owner in UInt8(1)...20 {
            #expect(table.take(for: [owner], at: 0) == nil)
        }
        #expect(table.count == 20)
    }

    @Test func `beyond that newcomers share a bucket, and whoever has one keeps it`() {
        var table = table(maximum: 20)
        for owner in UInt8(1)...20 { _ = table.take(for: [owner], at: 0) }
        #expect(table.take(for: [21], at: 30) == nil)
        #expect(table.take(for: [22], at: 30) == 60)
        #expect(table.take(for: [1], at: 30) == 30)
        #expect(table.count == 21)
    }

    @Test func `whoever has one keeps it when the generations turn`() {
        var table = table(maximum: 20)
        for owner in UInt8(1)...20 { _ = table.take(for: [owner], at: 59) }
        #expect(table.take(for: [1], at: 61) != nil)
        #expect(table.take(for: [21], at: 61) == nil)
    }
}
