// Runs an example on Node.js: takes commands from standard input, and asks the test what the device does. One JSON text a line.
const readline = require('readline');

const answers = [];
const say = message => process.stdout.write(JSON.stringify(message) + '\n');

// A question to the test: what a plugin asks of the device, or what happens to a request.
let hold = null; // takes a sheet or a tab that stays silent for now
globalThis.device = question => new Promise(answer => {
  const ask = () => say({ ask: question, number: answers.push(answer) - 1 });
  if (hold && ('sheet' in question || 'browser' in question)) hold({ answer: ask, close: () => answer(null) });
  else ask();
});

// A tap that opens such a sheet or tab.
async function aSilentTap() {
  const opened = new Promise(resolve => { hold = silent => { hold = null; resolve(silent); }; });
  const session = app.signIn();
  return { ...await opened, session };
}

let expired = null; // an access token
const send = globalThis.fetch;

// The name of a request that can fail in a test.
function named(url, body) {
  if (url.endsWith('/v1/native/sign-in')) return 'exchange';
  if (url.endsWith('/oauth/revoke')) return 'revocation';
  const renews = body instanceof URLSearchParams && body.get('grant_type') === 'refresh_token';
  return renews || url.endsWith('/v1/sessions/refresh') ? 'renewal' : null;
}

globalThis.fetch = async (url, options) => {
  const { body, headers } = options ?? {};
  const name = named(url, body);
  const happens = name && await device({ [name]: url });
  if (happens === 'lost') throw new TypeError('Network request failed');
  if (happens?.status) return new Response(happens.body, { status: happens.status, headers: { 'Content-Type': happens.type } });
  if (expired && headers?.Authorization === `Bearer ${expired}`) {
    return Response.json({ error: 'access_token_expired', message: 'The access token has expired.' }, { status: 401 });
  }
  const reply = await send(happens?.at ?? url, options);
  if (happens === 'cut') throw new TypeError('Network request failed');
  return reply;
};

function pass(milliseconds) {
  const now = Date.now;
  Date.now = () => now() + milliseconds;
}

const app = require(process.argv[2]);
const commands = {
  ...app,
  // The clock of the service stands still, so `fetch` refuses the access token in its place.
  async anHourPasses() {
    expired = await app.accessToken();
    pass(3_600_000);
  },
  aMinutePasses: async () => pass(60_000),
  twoTaps: () => Promise.all([app.signIn(), app.signIn()]),
  // Opens a sheet or a tab that never comes back.
  async aTapWithoutAnswer() { await aSilentTap(); },
  // The first ends after the second has opened another sheet or tab. The third comes while that one is open.
  async threeTaps() {
    const first = await aSilentTap();
    pass(60_000);
    const second = await aSilentTap();
    first.close();
    await first.session;
    const third = app.signIn();
    second.answer();
    return Promise.all([first.session, second.session, third]);
  },
  // Three calls of the API at once.
  threeAccessTokens: () => Promise.all([1, 2, 3].map(() => app.accessToken())),
};

readline.createInterface({ input: process.stdin }).on('line', line => {
  const message = JSON.parse(line);
  if ('answer' in message) return answers[message.number](message.answer);
  commands[message.do](...(message.with ?? [])).then(
    done => say({ done: done ?? null }),
    failure => say({ failed: { name: failure.constructor.name, code: failure.code ?? null, message: failure.message } }));
});
