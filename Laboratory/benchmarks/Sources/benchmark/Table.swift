import Foundation

/// A table on standard output, and optionally the same figures as JSON.
struct Table {
    let title: String
    let columns: [String]
    private(set) var rows: [[String]] = []
    private(set) var notes: [String] = []

    init(_ title: String, columns: [String]) {
        self.title = title
        self.columns = columns
    }

    mutating func add(_ cells: String...) { rows.append(cells) }

    /// Adds a line below the table, such as a version or a limit of the comparison.
    mutating func add(note: String) { notes.append(note) }

    func printed() -> String {
        let widths = columns.indices.map { column in
            ([columns] + rows).map { $0[column].count }.max() ?? 0
        }
        let line = { (cells: [String]) in
            zip(cells, widths).enumerated().map { index, cell in
                let padding = String(repeating: " ", count: cell.1 - cell.0.count)
                return index == 0 ? cell.0 + padding : padding + cell.0
            }.joined(separator: "   ")
        }
        let ruler = widths.map { String(repeating: "-", count: $0) }.joined(separator: "   ")
        return ([title, line(columns), ruler] + rows.map(line) + notes).joined(separator: "\n")
    }

    /// Writes `{"title", "columns", "rows", "notes"}` to a file.
    func write(to path: String) throws {
        let object: [String: Any] = ["title": title, "columns": columns, "rows": rows, "notes": notes]
        let data = try JSONSerialization.data(withJSONObject: object, options: [.prettyPrinted, .sortedKeys])
        try data.write(to: URL(fileURLWithPath: path))
    }
}

/// Formats a number with this many decimal places.
func digits(_ value: Double, _ places: Int = 2) -> String { String(format: "%.\(places)f", value) }
