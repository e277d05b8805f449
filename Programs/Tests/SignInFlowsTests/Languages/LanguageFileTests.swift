import Foundation
import Testing

@testable import SignInFlows

@Suite struct LanguageFileTests {
    /// A small language with one text of each kind.
    private static let small = """
        {"direction": "ltr", "plurals": {"one": "i = 1 and v = 0"},
         "dates": {"moment": "{{day}} {{month}} {{year}} {{hour}} {{minute}}",
                   "months": ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"]},
         "texts": {"page": {"title": "Hello {{name}}", "lines": ["one", "two"]},
                   "count": {"one": "one thing", "other": "{{count}} things"}}}
        """

    private func read(_ json: String, tag: String = "xx", like reference: Language? = nil) -> Result<
        Language, LanguageFaults
    > {
        do throws(LanguageFaults) {
            return .success(try LanguageFile.read(Array(json.utf8), tag: tag, reference: reference))
        } catch {
            return .failure(error)
        }
    }

    @Test func `a file gives texts with their values, lists of lines, and plural forms`() throws {
        let language = try read(Self.small).get()
        #expect(language.keys == ["page.title", "page.lines", "count"])
        #expect(language.text("page.title", ["name": "{{name}}"]) == "Hello {{name}}")
        #expect(language.text("page.lines") == "one\ntwo")
        #expect([0, 1, 2].map { language.text("count", count: $0) } == ["0 things", "one thing", "2 things"])
        #expect(!language.isRightToLeft)
    }

    @Test(arguments: [
        ("[1]", "line 1, column 1: the text must be one JSON object"),
        ("{\n\"direction\": \"ltr\",\n}", "line 2, column 19: a comma without a value after it"),
        (small.replacing("\"ltr\"", with: "\"left\""), "direction: must be ltr or rtl"),
        (small.replacing("\"direction\"", with: "\"richtung\""), "richtung: unknown"),
        (small.replacing("\"12\"]", with: "12]"), "dates.months: must be twelve texts"),
        (small.replacing("{{year}}", with: ""), "dates.moment: must contain {{day}}"),
        (small.replacing("\"plurals\"", with: "\"guide\""), "plurals: must be an object"),
        (small.replacing("\"i = 1 and v = 0\"", with: "\"i = 1 und v = 0\""), "plurals.one: must be a condition"),
        (small.replacing("\"one\": \"i", with: "\"single\": \"i"), "plurals.single: must be zero, one"),
        (small.replacing("\"one thing\"", with: "7"), "count.one: must be a plural form with a text"),
        (small.replacing("\"one\": \"one thing\", ", with: ""), "count.one: missing"),
        (small.replacing("\"one thing\"", with: "\"a\", \"few\": \"b\""), "count.few: has no condition in plurals"),
        (small.replacing("{{name}}", with: "{{name"), "page.title: must be a text"),
        (small.replacing("{{name}}", with: "{{{name}}}"), "page.title: must be a text"),
        (small.replacing("{{name}}", with: "{{#name}}"), "page.title: must be a text"),
        (small.replacing("\"Hello {{name}}\"", with: "\"\""), "page.title: must be a text"),
        (small.replacing("\"Hello {{name}}\"", with: "5"), "page.title: must be a text"),
        (small.replacing("\"two\"", with: "2"), "page.lines: must be a text"),
        (small.replacing("\"lines\"", with: "\"lines_subject\""), "page.lines_subject: must be one line"),
    ])
    func `a file that is wrong in itself is refused with the place`(_ json: String, _ fault: String) throws {
        guard case .failure(let error) = read(json) else {
            Issue.record("accepted")
            return
        }
        #expect(error.faults.contains { $0.hasPrefix(fault) }, "\(error.faults)")
    }

    @Test(arguments: [
        (small.replacing("\"title\"", with: "\"titel\""), ["page.title: missing", "page.titel: unknown"]),
        (small.replacing("{{name}}", with: "you"), ["page.title: {{name}} is missing"]),
        (
            small.replacing("{{name}}", with: "{{nam}}"),
            ["page.title: {{name}} is missing", "page.title: {{nam}} is unknown here"]
        ),
        (small.replacing("{{count}}", with: "many"), []),
        (small.replacing("{{count}}", with: "{{number}}"), ["count.other: {{number}} is unknown here"]),
        (
            small.replacing(#"{"one": "one thing", "other": "{{count}} things"}"#, with: "\"things\""),
            ["count: must have plural forms, such as other"]
        ),
        (
            small.replacing(#"["one", "two"]"#, with: #"{"one": "a", "other": "b"}"#),
            ["page.lines: must be one text, without plural forms"]
        ),
    ])
    func `a text that does not fit the reference is named, and that of the reference is shown`(
        _ json: String, _ warnings: [String]
    ) throws {
        let reference = try read(Self.small).get()
        let language = try read(json.replacing("thing", with: "Ding"), like: reference).get()
        #expect(language.warnings == warnings)
        #expect(language.keys == reference.keys)
        let faulty = Set(warnings.map { $0.prefix { $0 != ":" } })
        for key in reference.keys where faulty.contains(where: { $0 == key || $0.hasPrefix(key + ".") }) {
            #expect(language.texts[key] == reference.texts[key], "\(key)")
        }
        #expect(
            language.text("count", count: 1) == (faulty.contains { $0.hasPrefix("count") } ? "one thing" : "one Ding"))
    }

    @Test func `a file is named after its language`() {
        for tag in ["en", "de-AT", "zh-Hant-TW", "sr-Latn", "en-x-team"] { #expect(LanguageFile.isTag(tag)) }
        for tag in ["", "e", "en_GB", "en-", "-en", "1en", "deutschland", "en.json", "../en"] {
            #expect(!LanguageFile.isTag(tag), "\(tag)")
        }
        guard case .failure(let error) = read(Self.small, tag: "en_GB") else {
            Issue.record("accepted")
            return
        }
        #expect(error.faults == ["the file's name must be a language tag, such as fr or pt-BR"])
    }

    @Test func `every fault of a file is reported at once`() throws {
        let json = Self.small.replacing("\"ltr\"", with: "1").replacing("{{year}}", with: "").replacing(
            "\"12\"]", with: "12]"
        ).replacing("\"one thing\"", with: "7")
        guard case .failure(let error) = read(json, like: try read(Self.small).get()) else {
            Issue.record("accepted")
            return
        }
        #expect(error.faults.count == 5)
    }
}

@Suite struct PluralRulesTests {
    private func categories(_ rules: [PluralCategory: String], _ numbers: [Int]) throws -> [PluralCategory] {
        let conditions = try rules.mapValues { try #require(PluralCondition($0)) }
        return numbers.map { PluralRules(conditions).category(of: $0) }
    }

    /// The rules are copied from Unicode CLDR 46.
    @Test func `the conditions of Unicode's table choose the form`() throws {
        let polish: [PluralCategory: String] = [
            .one: "i = 1 and v = 0 @integer 1",
            .few: "v = 0 and i % 10 = 2..4 and i % 100 != 12..14 @integer 2~4, 22~24, …",
            .many:
                "v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 12..14 @integer 0",
        ]
        #expect(
            try categories(polish, [0, 1, 2, 4, 5, 12, 14, 21, 22, 112, 122])
                == [.many, .one, .few, .few, .many, .many, .many, .many, .few, .many, .few])
        let arabic: [PluralCategory: String] = [
            .zero: "n = 0", .one: "n = 1", .two: "n = 2", .few: "n % 100 = 3..10", .many: "n % 100 = 11..99",
        ]
        #expect(
            try categories(arabic, [0, 1, 2, 3, 10, 11, 99, 100, 102, 103])
                == [.zero, .one, .two, .few, .few, .many, .many, .other, .other, .few])
        let french: [PluralCategory: String] = [
            .one: "i = 0,1", .many: "e = 0 and i != 0 and i % 1000000 = 0 and v = 0 or e != 0..5",
        ]
        #expect(try categories(french, [0, 1, 2, 1_000_000]) == [.one, .one, .other, .many])
        #expect(try categories([:], [0, 1, 2]) == [.other, .other, .other])
    }

    @Test(arguments: [
        "", "n", "n =", "n = ", "n = a", "x = 1", "n % 0 = 1", "n % = 1", "n = 3..1", "n = 1..2..3", "n = 1 and",
        "or n = 1", "n is 1", "n = 1,", "n = 1 n = 2",
    ])
    func `a malformed condition is refused`(_ text: String) {
        #expect(PluralCondition(text) == nil)
    }
}
