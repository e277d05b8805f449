import HTTPServing

/// A script in a page, and the hash with which a content security policy allows it.
struct PageScript: Sendable {
    let text: String
    let source: String

    private init(_ text: String) {
        self.text = text
        source = PageTemplates.source(text)
    }
}

extension PageScript {
    /// Submits the form when the page has loaded; without scripts the person presses the button.
    static let repost = PageScript("document.forms[0].submit()")

    /// Removes a mailed code from the address, so that it does not stay in the browser's history. Without scripts the
    /// person types the code.
    static let mailedCode = PageScript(
        """
        const code = location.hash.slice(1);
        if (code) {
          history.replaceState(null, "", location.pathname);
          document.getElementById("code").value = code;
          document.getElementById("code-field").hidden = true;
        }
        """)

    /// Writes times in the reader's time zone, also in the labels of the buttons beside them. Without scripts they are in
    /// UTC. Only the browser knows the time zone. It writes the date as the page's language does, and in the variant that
    /// the reader prefers.
    static let localTimes = PageScript(
        """
        const tag = document.documentElement.lang;
        const locale = navigator.languages.find((own) => own.split("-")[0] === tag.split("-")[0]) ?? tag;
        if (Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0) {
          const local = new Intl.DateTimeFormat(locale, {
            day: "numeric", month: "long", year: "numeric", hour: "numeric", minute: "2-digit", timeZoneName: "short",
          });
          for (const time of document.querySelectorAll("time")) {
            const utc = time.dataset.moment ?? time.textContent;
            const own = () => local.format(new Date(time.dateTime));
            time.textContent = time.textContent.replace(utc, own);
            for (const button of time.closest("li")?.querySelectorAll("[aria-label]") ?? []) {
              button.setAttribute("aria-label", button.getAttribute("aria-label").replace(utc, own));
            }
          }
        }
        """)

    /// Shows only the codes that contain every typed word. Without scripts there is no field to type into.
    static let errorFilter = PageScript(
        """
        const field = document.getElementById("find");
        document.getElementById("finder").hidden = false;
        field.addEventListener("input", () => {
          const words = field.value.toLowerCase().split(" ");
          for (const topic of document.querySelectorAll("section")) {
            const rows = [...topic.querySelectorAll("tbody tr")];
            for (const row of rows) {
              row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
            }
            topic.hidden = rows.every((row) => row.hidden);
          }
        });
        """)
}
