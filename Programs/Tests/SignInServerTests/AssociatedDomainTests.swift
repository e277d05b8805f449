import Foundation
import HTTPTypes
import HummingbirdTesting
import JSONWebTokens
import SignInAPI
import SignInFlows
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInServer

@Suite struct AssociatedDomainTests {
    private func team(_ id: String, isSignInOn: Bool = true) throws -> RegisteredTeam {
        let configuration = try AppleAppConfiguration(
            teamID: TeamID(rawValue: id), signingKeys: [.makeES256(keyID: "KEY0000001")],
            clientIDs: ["com.example.app"])
        let apple = AppleClient(configuration: configuration, transport: try ScriptedApple(now: { Date() }))
        return RegisteredTeam(name: id.lowercased(), apple: apple, isSignInOn: isSignInOn)
    }

    private func client(
        _ name: String, _ id: String, _ kind: RegisteredClient.Kind, of team: RegisteredTeam
    ) -> RegisteredClient {
        RegisteredClient(name: name, id: ClientID(rawValue: id), kind: kind, returnURLs: [], team: team)
    }

    @Test func `each native client of each team is named once, with its Team ID, in order`() async throws {
        let one = try team("ZYXWV98765", isSignInOn: false)
        let other = try team("ABCDE12345")
        let service = try TestService(registering: [
            client("a", "com.example.shop", .native, of: one), client("b", "com.example.web", .web, of: other),
            client("c", "com.example.tv", .native, of: other), client("d", "com.example.app", .native, of: other),
            client("e", "com.example.app", .native, of: other),
            client("f", "com.example.android", .android, of: other),
        ])
        let apps = ["ABCDE12345.com.example.app", "ABCDE12345.com.example.tv", "ZYXWV98765.com.example.shop"]
        try await service.run { caller in
            let response = try await caller.get(Paths.appleAppSiteAssociation)
            let list = apps.map { #""\#($0)""# }.joined(separator: ",")
            #expect(response.text == #"{"webcredentials":{"apps":[\#(list)]}}"#)
        }
    }

    @Test func `without a native client the path is as unknown as any other`() async throws {
        let team = try team("ABCDE12345")
        let service = try TestService(registering: [
            client("web", "com.example.web", .web, of: team),
            client("android", "com.example.android", .android, of: team),
        ])
        try await service.run { caller in
            for path in [Paths.appleAppSiteAssociation, "/.well-known/nothing"] {
                for response in [try await caller.get(path), try await caller.post(path, "{}")] {
                    #expect(response.status == .notFound)
                    #expect(response.errorCode == "route_unknown")
                    #expect(response.headers[.cacheControl] == "no-store")
                }
            }
        }
    }

    /// Apple follows no redirect, and its servers send neither an origin nor credentials.
    @Test(arguments: [
        ["Accept": "*/*"], ["Authorization": "Bearer nothing"], ["Cookie": "__Host-siwa-session=nothing"],
        ["Origin": "https://other.example.com", "Sec-Fetch-Site": "cross-site"],
    ])
    func `whoever asks gets the same JSON at once`(_ headers: [String: String]) async throws {
        let service = try TestService(publicURL: "https://id.example.com", requestsPerMinute: 1)
        try await service.run { caller in
            for path in [Paths.appleAppSiteAssociation, Paths.appleAppSiteAssociation + "?again=1"] {
                let response = try await caller.get(path, headers: headers)
                #expect(response.status == .ok)
                #expect(response.headers[.contentType] == "application/json")
                #expect(response.headers[.cacheControl] == "public, max-age=300")
                #expect(response.cookies.isEmpty)
                #expect(response.text == #"{"webcredentials":{"apps":["ABCDE12345.com.example.app"]}}"#)
            }
        }
    }
}
