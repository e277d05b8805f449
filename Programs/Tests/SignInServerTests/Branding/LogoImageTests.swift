import Foundation
import Testing

@testable import SignInServer

@Suite struct LogoImageTests {
    static let svg = #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>"#
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]

    @Test(arguments: [
        svg, "\u{FEFF}" + svg, "\n" + svg, #"<?xml version="1.0"?><!-- drawn by us -->"# + "\n" + svg,
        "<!DOCTYPE svg>" + svg, "<svg\n  width='1' xmlns='http://www.w3.org/2000/svg'/>",
    ])
    func `an SVG is known by its first element`(text: String) throws {
        #expect(try LogoImage(Array(text.utf8)).format == .svg)
    }

    @Test func `a PNG is known by its signature`() throws {
        let logo = try LogoImage(Self.png)
        #expect(logo.format == .png)
        #expect(logo.path.wholeMatch(of: /\/web\/logo\?v=[0-9a-f]{32}/) != nil)
    }

    @Test(arguments: [
        "", "<", "<html><svg xmlns=\"http://www.w3.org/2000/svg\"></svg></html>", "<svg></svg>", "<svgx xmlns=\"x\"/>",
        "<!-- <svg xmlns=\"http://www.w3.org/2000/svg\"/>", "GIF89a", "<?xml version=\"1.0\"",
    ])
    func `anything else is no logo`(text: String) {
        #expect(throws: LogoImage.Fault.unknownFormat) { try LogoImage(Array(text.utf8)) }
    }

    @Test func `text that is not UTF-8 is no SVG`() {
        #expect(throws: LogoImage.Fault.unknownFormat) { try LogoImage(Array(Self.svg.utf8) + [0xFF]) }
    }

    @Test func `64 KiB are enough, and one byte more is too much`() throws {
        let room = LogoImage.largest - Self.svg.utf8.count
        #expect(try LogoImage(Array((Self.svg + String(repeating: " ", count: room)).utf8)).bytes.count == 65_536)
        #expect(throws: LogoImage.Fault.tooLarge) {
            try LogoImage(Array((Self.svg + String(repeating: " ", count: room + 1)).utf8))
        }
    }

    @Test func `another content has another address`() throws {
        let one = try LogoImage(Array(Self.svg.utf8))
        #expect(try LogoImage(Array(Self.svg.utf8)).path == one.path)
        #expect(try LogoImage(Array((Self.svg + "\n").utf8)).path != one.path)
    }
}
