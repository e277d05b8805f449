// Runs an example on Node.js: takes commands from standard input, and asks the test what the device does. One JSON text a line.
const readline = require('readline');

const asked = [];
const say = message => process.stdout.write(JSON.stringify(message) + '\n');

// A plugin's question to the device: the sheet of Apple, or the browser.
globalThis.device = question => new Promise(answer => {
  asked.push(answer);
  say({ ask: question });
});

const app = require(process.argv[2]);

// Three calls of the API at once, an hour later.
async function renewNow() {
  const now = Date.now;
  Date.now = () => now() + 3_600_000;
  const tokens = await Promise.all([1, 2, 3].map(() => app.accessToken()));
  Date.now = now;
  return tokens;
}

readline.createInterface({ input: process.stdin }).on('line', line => {
  const message = JSON.parse(line);
  if ('answer' in message) return asked.shift()(message.answer);
  const command = message.do === 'renewNow' ? renewNow : app[message.do];
  command(...(message.with ?? [])).then(
    done => say({ done: done ?? null }),
    failure => say({ failed: { name: failure.constructor.name, code: failure.code ?? null, message: failure.message } }));
});
