import AccountStorage
import Foundation
import Testing

struct `A stored time` {
    @Test(arguments: [0, 1, -1, 1_772_366_400_001, -62_135_596_800_000, 253_402_300_799_999] as [Int64])
    func `comes back to the millisecond`(_ milliseconds: Int64) {
        #expect(Date(millisecondsSince1970: milliseconds).millisecondsSince1970 == milliseconds)
    }

    @Test func `is the nearest that can be stored`() {
        #expect(Date(timeIntervalSince1970: .infinity).millisecondsSince1970 == .max)
        #expect(Date(timeIntervalSince1970: -.infinity).millisecondsSince1970 == .min)
        #expect(Date.distantFuture.inWholeMilliseconds == .distantFuture)
        #expect(Date(timeIntervalSince1970: 1.0006).inWholeMilliseconds == Date(timeIntervalSince1970: 1.001))
    }
}
