exports.Capacitor = { getPlatform: () => process.env.PLATFORM };

// The native side encodes an object as the content type says, and parses a JSON reply.
exports.CapacitorHttp = {
  async post({ url, headers, data, disableRedirects }) {
    const isForm = headers['Content-Type'] === 'application/x-www-form-urlencoded';
    const body = isForm ? new URLSearchParams(data) : JSON.stringify(data);
    const reply = await fetch(url, { method: 'POST', headers, body, redirect: disableRedirects ? 'manual' : 'follow' });
    const text = await reply.text();
    return { status: reply.status, url, headers: {}, data: text.startsWith('{') ? JSON.parse(text) : text };
  },
};
