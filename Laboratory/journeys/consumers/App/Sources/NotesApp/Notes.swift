import Foundation
import SignInKit

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The sign-in service of this app.
let server = URL(string: "https://sign-in.example.com") ?? URL(fileURLWithPath: "/")

/// A request to the app's own backend, on behalf of the person.
func notesRequest(_ signIn: SignInClient, to address: URL) async throws -> URLRequest {
    var request = URLRequest(url: address)
    request.setValue("Bearer " + (try await signIn.accessToken()).exposed, forHTTPHeaderField: "Authorization")
    return request
}
