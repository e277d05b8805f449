/// The scripts in pages.
enum PageScripts {
    /// Submits the form when the page has loaded; without scripts the person presses the button.
    static let repost = "document.forms[0].submit()"

    /// Removes a mailed code from the address, so that it does not stay in the browser's history. Without scripts the
    /// person types the code.
    static let mailedCode = """
        const code = location.hash.slice(1);
        if (code) {
          history.replaceState(null, "", location.pathname);
          document.getElementById("code").value = code;
          document.getElementById("code-field").hidden = true;
        }
        """
}
