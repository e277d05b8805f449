import HTTPServing
import Logging
import Testing

@testable import SignInServer

@Suite struct ConnectionPlacesTests {
    @Test func `a network gets its share, a wider one a multiple, a proxy any number`() throws {
        let places = ConnectionPlaces(
            perNetwork: 2, uncounted: ["10.0.0.0/8", "127.0.0.0/8"].compactMap { AddressRange($0) },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        func enter(_ text: String) throws -> Bool { places.enter(try #require(NetworkAddress(text))) }
        for address in ["192.0.2.1", "2001:db8::1"] {
            #expect(try enter(address))
            #expect(try enter(address))
            #expect(try !enter(address))
        }
        #expect(try enter("192.0.2.2"))
        for _ in 0..<10 { #expect(try enter("10.1.2.3") && enter("127.0.0.1")) }
        // Three more subscribers fill the /56. Together with these, twelve more fill the /48.
        let subscribers = (1..<64).map { String($0 / 4 * 256 + $0 % 4, radix: 16) }
        for subscriber in subscribers.prefix(3) {
            #expect(try enter("2001:db8:0:\(subscriber)::1") && enter("2001:db8:0:\(subscriber)::2"))
        }
        #expect(try !enter("2001:db8:0:5::1"))
        for subscriber in subscribers.dropFirst(3).prefix(12) {
            #expect(try enter("2001:db8:0:\(subscriber)::1") && enter("2001:db8:0:\(subscriber)::2"))
        }
        #expect(try !enter("2001:db8:0:ff00::1"))
        #expect(try enter("2001:db8:1::1"))
        #expect(places.refused == 4)
        places.leave(try #require(NetworkAddress("192.0.2.1")))
        #expect(try enter("192.0.2.1"))
    }

    @Test func `who is not counted makes no room by leaving`() throws {
        let places = ConnectionPlaces(
            perNetwork: 1, uncounted: ["2001:db8:0:1::/64"].compactMap { AddressRange($0) },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        func enter(_ text: String) throws -> Bool { places.enter(try #require(NetworkAddress(text))) }
        // Four subscribers fill the /56, to which the proxy belongs, too.
        for subscriber in 2...5 { #expect(try enter("2001:db8:0:\(subscriber)::1")) }
        let proxy = try #require(NetworkAddress("2001:db8:0:1::1"))
        #expect(places.enter(proxy))
        places.leave(proxy)
        #expect(try !enter("2001:db8:0:6::1"))
    }

    @Test func `who left leaves nothing behind`() throws {
        let places = ConnectionPlaces(
            perNetwork: 1, uncounted: [], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        for number in 0..<100 {
            let address = try #require(NetworkAddress("2001:db8:\(number)::1"))
            #expect(places.enter(address))
            places.leave(address)
        }
        #expect(places.count == 0)
    }

    @Test(arguments: [
        (4_096, 1_024, 20_000, 4_306, 4_096, false), (4_096, 8_192, 8_192, nil, 4_096, false),
        (4_096, 1_024, 1_024, nil, 814, true), (4_096, 1_024, 2_048, 2_048, 1_838, true),
        (4_096, 256, 256, nil, 46, true), (4_096, 64, 64, nil, 1, true),
    ])
    func `connections fit into the files that may be open`(
        wanted: Int, soft: Int, hard: Int, raisedTo: Int?, connections: Int, warns: Bool
    ) {
        let budget = DescriptorBudget(connections: wanted, databaseConnections: 10, soft: soft, hard: hard)
        #expect(budget.raisedTo == raisedTo)
        #expect(budget.connections == connections)
        #expect((budget.warning != nil) == warns)
    }
}
