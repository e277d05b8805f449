import Foundation
import HTTPConnections
import HTTPTypes
import NIOCore
import NIOHTTP1
import Testing

/// The heads of requests and answers, octet by octet.
@Suite struct ReplyHeadTests {
    private static func request(
        _ method: HTTPMethod = .GET, _ uri: String = "/errors", _ version: HTTPVersion = .http1_1,
        _ fields: [(String, String)] = [("Host", "localhost")]
    ) throws -> ReceivedHead {
        try ReceivedHead(HTTPRequestHead(version: version, method: method, uri: uri, headers: HTTPHeaders(fields)))
    }

    private static func head(
        _ status: HTTPResponse.Status, _ fields: HTTPFields, to request: ReceivedHead, isLast: Bool = false,
        common: [HTTPField] = []
    ) -> (lines: [String], framing: ReplyHead.Framing) {
        var buffer = ByteBuffer()
        let framing = ReplyHead.write(
            status, fields, to: request, isLast: isLast, CommonFields(common, date: ReplyDate { 784_111_777 }),
            into: &buffer)
        let text = String(buffer: buffer)
        #expect(text.hasSuffix("\r\n\r\n"))
        return (text.components(separatedBy: "\r\n").dropLast(2), framing)
    }

    private static let date = "Date: Sun, 06 Nov 1994 08:49:37 GMT"

    @Test func `an answer of known length says how long it is`() throws {
        let (lines, framing) = Self.head(
            .ok, [.contentType: "text/plain", .contentLength: "12"], to: try Self.request())
        #expect(lines == ["HTTP/1.1 200 OK", "Content-Type: text/plain", "Content-Length: 12", Self.date])
        #expect(framing == .length(12))
    }

    @Test func `an answer of unknown length comes in chunks`() throws {
        let (lines, framing) = Self.head(.ok, [:], to: try Self.request())
        #expect(lines == ["HTTP/1.1 200 OK", "Transfer-Encoding: chunked", Self.date])
        #expect(framing == .chunked)
    }

    @Test func `a client that understands no chunks reads until the connection closes`() throws {
        let (lines, framing) = Self.head(.ok, [:], to: try Self.request(.GET, "/errors", .http1_0))
        #expect(lines == ["HTTP/1.1 200 OK", "Connection: close", Self.date])
        #expect(framing == .untilClose)
    }

    @Test(arguments: [204, 304, 103])
    func `an answer that has no content says nothing about it`(code: Int) throws {
        let (lines, framing) = Self.head(
            .init(code: code, reasonPhrase: "X"), [.contentLength: "0", .eTag: "\"a\""], to: try Self.request())
        #expect(lines == ["HTTP/1.1 \(code) X", "ETag: \"a\"", Self.date])
        #expect(framing == .empty)
    }

    @Test func `the answer to HEAD says how long its content would be, and has none`() throws {
        let (lines, framing) = Self.head(.ok, [.contentLength: "12"], to: try Self.request(.HEAD))
        #expect(lines == ["HTTP/1.1 200 OK", "Content-Length: 12", Self.date])
        #expect(framing == .empty)
    }

    @Test func `the last answer says so`() throws {
        let (lines, _) = Self.head(.notFound, [.contentLength: "0"], to: try Self.request(), isLast: true)
        #expect(lines == ["HTTP/1.1 404 Not Found", "Content-Length: 0", "Connection: close", Self.date])
    }

    @Test func `nothing but the connection frames an answer, and dates it`() throws {
        let fields: HTTPFields = [
            .transferEncoding: "gzip", .date: "yesterday", .connection: "keep-alive", .contentLength: "3",
        ]
        let (lines, framing) = Self.head(.ok, fields, to: try Self.request())
        #expect(lines == ["HTTP/1.1 200 OK", "Content-Length: 3", Self.date])
        #expect(framing == .length(3))
    }

    @Test func `an answer has the fields of every answer, unless it says something else`() throws {
        let common = [HTTPField(name: .cacheControl, value: "no-store"), HTTPField(name: .vary, value: "Origin")]
        let (plain, _) = Self.head(.ok, [.contentLength: "0"], to: try Self.request(), common: common)
        #expect(
            plain == ["HTTP/1.1 200 OK", "Content-Length: 0", "Cache-Control: no-store", "Vary: Origin", Self.date])
        let own: HTTPFields = [.contentLength: "0", .cacheControl: "max-age=60"]
        let (special, _) = Self.head(.ok, own, to: try Self.request(), common: common)
        #expect(
            special == [
                "HTTP/1.1 200 OK", "Content-Length: 0", "Cache-Control: max-age=60", "Vary: Origin", Self.date,
            ])
    }

    @Test func `a line break in a value begins no field`() throws {
        var fields: HTTPFields = [.contentLength: "0"]
        fields[.location] = "/a\r\nSet-Cookie: a=b"
        let (lines, _) = Self.head(.seeOther, fields, to: try Self.request())
        #expect(lines.count == 4)
    }

    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
        (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"), (1_735_689_599, "Tue, 31 Dec 2024 23:59:59 GMT"),
        (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
    ])
    func `a date is written as RFC 9110 prefers it`(second: Int, text: String) {
        #expect(ReplyDate.text(second) == text)
    }

    static let followed: [([(String, String)], HTTPVersion, Bool)] = [
        ([("Host", "a")], .http1_1, false), ([("Host", "a"), ("Connection", "Close")], .http1_1, true),
        ([("Host", "a"), ("Connection", "keep-alive, close")], .http1_1, true),
        ([("Host", "a"), ("Upgrade", "h2c")], .http1_1, true), ([], .http1_0, true),
        ([("Connection", "keep-alive")], .http1_0, false),
    ]

    @Test(arguments: followed)
    func `a request says whether another one follows`(
        fields: [(String, String)], version: HTTPVersion, isLast: Bool
    ) throws {
        #expect(try Self.request(.GET, "/", version, fields).isLast == isLast)
    }

    @Test func `a tunnel is the last request`() throws {
        #expect(try Self.request(.CONNECT, "a:443").isLast)
    }

    @Test(arguments: [
        ("/a?b=c", "/a?b=c"), ("//a/b", "//a/b"), ("http://a/b?c", "/b?c"), ("https://a", "/"), ("*", "*"),
    ])
    func `the target of a request is its path and query`(uri: String, path: String) throws {
        #expect(try Self.request(.GET, uri).request.path == path)
    }

    @Test func `only an older request needs no host, and a second host is left to be seen`() throws {
        #expect(try Self.request(.GET, "/", .http1_1, []).request.authority == nil)
        #expect(try Self.request(.GET, "/", .http1_0, []).request.authority == "")
        let two = try Self.request(.GET, "/", .http1_1, [("Host", "a"), ("host", "b"), ("X-A", "c")]).request
        #expect(two.authority == "a" && two.headerFields.count == 2)
    }

    @Test(arguments: [
        ("100-continue", HTTPVersion.http1_1, true), ("100-Continue", .http1_1, true),
        ("100-continue", .http1_0, false), ("200-ok", .http1_1, false),
    ])
    func `a request says whether it waits to be asked for its content`(
        value: String, version: HTTPVersion, holds: Bool
    ) throws {
        #expect(try Self.request(.POST, "/", version, [("Host", "a"), ("Expect", value)]).holdsContent == holds)
    }

    @Test func `a method that is no token is no request`() {
        #expect(throws: (any Error).self) { try Self.request(.RAW(value: "GET ME")) }
    }
}
