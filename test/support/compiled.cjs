const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const process = require('node:process');
const vm = require('node:vm');
const { threadId } = require('node:worker_threads');

// The files of the bundle beside this one run from the code that V8 made of them before, where it was kept
// (`bundle.ts`): to make it anew costs a pass a third of its time. V8 refuses what does not fit, and makes it anew.
const ours = path.join(__dirname, 'dist') + path.sep;
/** The run that keeps the code: a thread is ended without a word, so it is kept every now and then. */
const isKeeping = process.env.TESTS_COMPILED === 'keep';
const keepEveryMs = 500;
const scripts = new Map();
const compileOther = Module.prototype._compile;

Module.prototype._compile = function compile(content, file) {
  if (!file.startsWith(ours)) return compileOther.call(this, content, file);
  const script = new vm.Script(Module.wrap(content), {
    filename: file,
    cachedData: kept(file),
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  if (isKeeping) scripts.set(file, script);
  else if (script.cachedDataRejected && process.env.TESTS_COMPILED === 'used')
    throw new Error(`V8 refuses the code that was kept of ${file}`);
  const run = script.runInThisContext();
  const load = Module.createRequire(file);
  return run.call(this.exports, this.exports, load, this, file, path.dirname(file));
};

if (isKeeping) {
  // V8 refuses code that was kept under other flags than those of its start, and the catalog's thread sets one.
  require('node:v8').setFlagsFromString = () => undefined;
  process.on('exit', keep);
  setInterval(keep, keepEveryMs).unref();
}

function kept(file) {
  const code = `${file}.code`;
  return fs.existsSync(code) ? fs.readFileSync(code) : undefined;
}

/** With all that was called so far, not only what a script begins with; of several threads' the richest. */
function keep() {
  for (const [file, script] of scripts) {
    const code = script.createCachedData();
    if (code.length <= (kept(file)?.length ?? 0)) continue;
    const whole = `${file}.${process.pid}.${threadId}`;
    fs.writeFileSync(whole, code);
    fs.renameSync(whole, `${file}.code`);
  }
}
