(() => {
  const page = document.getElementById("message").dataset;
  // The script of the page that opened this window closes it. Apple's pages wait for that in the same way.
  const patience = 2000;
  const tell = (found) => {
    document.getElementById("sending").hidden = true;
    document.getElementById(found).hidden = false;
    fetch("/auth/authorize/popup", {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: "flow=" + encodeURIComponent(page.flow) + "&found=" + found,
      keepalive: true,
    });
  };
  if (!window.opener || window.opener.closed) {
    tell("no_opener");
    return;
  }
  window.opener.postMessage(page.message, page.target);
  setTimeout(() => tell("no_answer"), patience);
})();
