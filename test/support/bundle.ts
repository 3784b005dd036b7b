import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/**
 * What a process or a thread of the program begins with, and the parts that the scripts in `test/crash` put together.
 */
const entries = [
  'src/main',
  'src/shares/courier-process',
  'src/shares/sync-thread',
  'src/files/convert-process',
  'src/backup/thread',
  'src/catalog/worker',
  'adapters/workbook/child',
  'src/app',
  'src/config/load',
  'src/backup/restore',
  'src/backup/swap',
];
/** Beside the built modules: what they read from the disk. */
const beside = ['node_modules', 'package.json', 'config', 'data'];

/**
 * The built program in few files, and the code that V8 makes of them. One pass loads its nine hundred modules in three
 * processes and a thread, which takes most of a test's time, above all where each system call of it is traced. What
 * ships is `dist`, file by file; `test/e2e/program.long.test.ts` starts that.
 */
export async function bundleProgram(root: string, folder: string): Promise<void> {
  const [from, to] = [path.join(root, 'dist'), path.join(folder, 'dist')];
  for (const name of beside) fs.symlinkSync(path.join(root, name), path.join(folder, name));
  for (const page of ['src/page', 'src/sandbox/page'])
    fs.cpSync(path.join(from, page), path.join(to, page), { recursive: true });
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((name) => [name, path.join(from, `${name}.js`)])),
    platform: 'node',
    // Native, and a program that starts threads from files of its own.
    external: ['better-sqlite3', 'pino'],
    logLevel: 'silent',
    plugins: [asScripts(from, to)],
  });
  await bundle.write({
    dir: to,
    // Node 20 runs only scripts from kept code, no modules.
    format: 'cjs',
    banner: "'use strict';",
    entryFileNames: '[name].whole.js',
    chunkFileNames: 'src/[hash].js',
    // Shorter to read at each start; the names stay, for the errors that tell them.
    minify: { mangle: false, compress: false },
  });
  await bundle.close();
  openFromKept(folder);
}

/** Each entry by the name under which the program starts it, and once around to keep the code of all. */
function openFromKept(folder: string): void {
  const compiled = path.join(folder, 'compiled.cjs');
  fs.copyFileSync(path.join(import.meta.dirname, 'compiled.cjs'), compiled);
  fs.writeFileSync(path.join(folder, 'dist/package.json'), '{ "type": "commonjs" }');
  for (const name of entries) {
    const whole = `./${path.basename(name)}.whole.js`;
    const text = `require(${JSON.stringify(compiled)});\nmodule.exports = require('${whole}');\n`;
    fs.writeFileSync(path.join(folder, 'dist', `${name}.js`), text);
  }
  start(folder, 'keep', 'demo', '--once');
  start(folder, 'used', '--version');
}

/** A run of the bundled program that keeps the code of what it loads, or that fails where V8 takes none of it. */
function start(folder: string, compiled: 'keep' | 'used', ...args: string[]): void {
  const env = { ...process.env, TESTS_COMPILED: compiled };
  const line = [path.join(folder, 'dist/src/main.js'), ...args];
  const { status, stderr } = spawnSync(process.execPath, line, { env, encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`the bundled program ended ${args.join(' ')} with ${status}: ${stderr}`);
}

/** Each module finds its neighbours from where it would stand by itself. */
function asScripts(from: string, to: string) {
  return {
    name: 'as-scripts',
    transform(code: string, id: string) {
      if (!id.startsWith(from)) return undefined;
      const place = path.join(to, path.relative(from, id));
      const text = code
        .replace(/^#!.*/, '')
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(place).href))
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(place)));
      const isEntryOnly = !/^export /m.test(text);
      return isEntryOnly && /\bawait\b/.test(text) ? afterImports(text) : text;
    },
  };
}

/** A script may not wait at its top level: what follows the imports does so in a function. */
function afterImports(text: string): string {
  const lines = text.split('\n');
  const first = lines.findLastIndex((line) => /^import |^} from /.test(line)) + 1;
  return [...lines.slice(0, first), 'void (async () => {', ...lines.slice(first), '})();'].join(
    '\n',
  );
}
