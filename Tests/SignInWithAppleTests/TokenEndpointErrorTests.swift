import Testing

@testable import SignInWithApple

@Suite struct TokenEndpointErrorTests {
    /// Characters that a terminal or a log would interpret as a command, a new line or the end of a line.
    @Test(arguments: ["\\u0000", "\\u001b", "\\n", "\\u007f", "\\u0085", "\\u009b", "\\u2028", "\\u2029"])
    func `drops from a description whatever could start a line or move a cursor`(escape: String) throws {
        let body = #"{"error":"invalid_grant","error_description":"one\#(escape)two"}"#
        let response = TransportResponse(status: 400, headers: [], body: Array(body.utf8))
        #expect(TokenEndpointError(response)?.description == "onetwo")
    }
}
