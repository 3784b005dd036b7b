import process from 'node:process';
import { pathToFileURL } from 'node:url';

// One pass of the built program that kills itself, as kill -9 does, before or after the n-th step that fits:
// node child.mjs BUILT CONFIG '{"step":"send","when":"after","fits":"^GET ","nth":1}'
const [built, configPath, deathText] = process.argv.slice(2);
const [{ createApp }, { loadConfig }] = await Promise.all(
  ['app.js', 'config/load.js'].map((file) => import(pathToFileURL(`${built}/${file}`).href)),
);
const death = JSON.parse(deathText);
const fits = new RegExp(death.fits ?? '');
let left = death.nth ?? 1;

/** The step as the pattern sees it. */
function textOf(step, [first]) {
  return step === 'send' ? `${first.method} ${first.path}` : JSON.stringify(first ?? '');
}

function isLast(step, given) {
  if (step !== death.step || !fits.test(textOf(step, given))) return false;
  left -= 1;
  return left === 0;
}

function die() {
  process.kill(process.pid, 'SIGKILL');
}

/** The same object, whose named steps may be the last. */
function mortal(part, steps) {
  const wrapped = steps.map((step) => [
    step,
    async (...given) => {
      const last = isLast(step, given);
      if (last && death.when === 'before') die();
      const done = await part[step](...given);
      if (last) die();
      return done;
    },
  ]);
  return { ...part, ...Object.fromEntries(wrapped) };
}

const loaded = await loadConfig({ path: configPath });
if (loaded.config === undefined) throw new Error(JSON.stringify(loaded.errors));
const app = await createApp(loaded.config, {
  wrapTransport: (transport) => mortal(transport, ['send']),
  wrapFiles: (files) => ({
    ...mortal(files, ['write', 'move']),
    outbox: (place) => mortal(files.outbox(place), ['stage', 'publish']),
  }),
});
await app.once({ waitMs: 20_000, signal: new AbortController().signal });
await app.stop();
process.stdout.write('it was not killed\n');
