// What the tests add to the page with siwa.js (harness/browser_app.py).

// Holds back what siwa.js sends to the token endpoint until `release()`, and counts it.
window.hold = () => {
  const send = window.fetch;
  const gate = new Promise((open) => { window.release = open; });
  window.sent = 0;
  window.fetch = async (address, options) => {
    if (!String(address).endsWith("/oauth/token")) return send(address, options);
    window.sent += 1;
    await gate;
    return send(address, options);
  };
};

// Answers the first call of an API with 401, and keeps what each call carried.
window.refuseOnce = () => {
  const send = window.fetch;
  window.calls = [];
  window.fetch = async (address, options) => {
    if (!(address instanceof Request)) return send(address, options);
    calls.push([address.method, address.headers.get("Authorization"), await address.clone().text()]);
    return calls.length === 1 ? new Response("", { status: 401 }) : send(address, options);
  };
};

// Ends after so many ticks of a clock that is as fast as the one with which siwa.js watches its popup.
window.ticks = (count) => new Promise((done) => {
  const clock = setInterval(() => {
    count -= 1;
    if (count > 0) return;
    clearInterval(clock);
    done();
  }, 100);
});
