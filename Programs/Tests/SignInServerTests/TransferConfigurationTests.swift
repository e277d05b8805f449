import Foundation
import Settings
import Testing

@testable import SignInServer

/// The configuration of a transfer to another team.
@Suite struct TransferConfigurationTests {
    private static let main = """
        "main": {"team_id": "ABCDE12345", "keys": {"KEY0000001": {"file": "key.p8"}},
          "clients": {"app": {"id": "com.example.app", "kind": "native"},
                      "web": {"id": "com.example.web", "kind": "web"}}}
        """
    private static let acme = #""acme": {"team_id": "FGHIJ67890", "keys": {"KEY0000002": {"file": "key2.p8"}}}"#

    private func read(_ transfers: String, teams: String = main + "," + acme) throws -> ServerConfiguration {
        let json = "{\"teams\": {\(teams)}, \"transfers\": {\(transfers)}}"
        return try ServerConfiguration(json: Array(json.utf8), directory: "/etc/siwa")
    }

    private func faults(_ transfers: String, teams: String = main + "," + acme) -> [String] {
        do {
            _ = try read(transfers, teams: teams)
            return []
        } catch {
            return (error as? ConfigurationFaults)?.lines ?? ["\(error)"]
        }
    }

    @Test func `names both teams, and the one that gets the app needs no client`() throws {
        let configuration = try read(#""sale": {"from": "main", "to": "acme", "clients": ["app", "web"]}"#)
        #expect(
            configuration.transfers == [
                TransferConfiguration(name: "sale", from: "main", to: "acme", clients: ["app", "web"])
            ])
        #expect(configuration.teamIDs == ["ABCDE12345", "FGHIJ67890"])
    }

    @Test func `a team without clients and without a transfer is a fault`() {
        #expect(faults("") == ["teams.acme.clients: at least one client is required"])
    }

    @Test func `the other team may be another company's`() throws {
        let sold = try read(#""sale": {"from": "main", "to": "FGHIJ67890", "clients": ["app"]}"#, teams: Self.main)
        #expect(sold.teamIDs == ["ABCDE12345", "FGHIJ67890"])
        let bought = try read(#""sale": {"from": "FGHIJ67890", "to": "main", "clients": ["app"]}"#, teams: Self.main)
        #expect(bought.teamIDs == ["ABCDE12345", "FGHIJ67890"])
    }

    @Test(arguments: [
        (#""from": "main", "to": "main", "clients": ["app"]"#, "transfers.sale.to: must be another team than from"),
        (
            #""from": "main", "to": "acme", "clients": ["shop"]"#,
            #"transfers.sale.clients: "shop" is not a client of the team main"#
        ),
        (#""from": "main", "to": "acme", "clients": []"#, "transfers.sale.clients: at least one client is required"),
        (
            #""from": "main", "to": "somebody", "clients": ["app"]"#,
            #"transfers.sale.to: "somebody" is neither the name of a team nor a Team ID"#
        ),
        (#""to": "acme", "clients": ["app"]"#, "transfers.sale.from: missing"),
    ])
    func `says what is wrong`(members: String, fault: String) {
        #expect(faults("\"sale\": {\(members)}").contains(fault))
    }

    @Test func `a client moves in one transfer`() {
        let one = #"{"from": "main", "to": "acme", "clients": ["app"]}"#
        #expect(
            faults("\"one\": \(one), \"two\": \(one)").contains(
                "transfers.two.clients: app moves in another transfer, too"))
    }
}
