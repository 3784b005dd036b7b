import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/** What a process or a thread of the program begins with, and the parts that `test/crash/child.mjs` puts together. */
const entries = [
  'src/main',
  'src/courier-process',
  'src/sync-thread',
  'src/backup/thread',
  'src/catalog/worker',
  'adapters/workbook/child',
  'src/app',
  'src/config/load',
];
/** Beside the built modules: what they read from the disk. */
const beside = ['node_modules', 'package.json', 'config', 'data'];

/**
 * The built program in few files. One pass loads its nine hundred modules in three processes and a thread, which takes
 * most of a test's time, above all where each system call of it is traced. What ships is `dist`, file by file;
 * `test/e2e/program.test.ts` starts that.
 */
export async function bundleProgram(root: string, folder: string): Promise<void> {
  const dist = path.join(root, 'dist');
  for (const name of beside) fs.symlinkSync(path.join(root, name), path.join(folder, name));
  for (const page of ['src/page', 'src/sandbox/page'])
    fs.cpSync(path.join(dist, page), path.join(folder, 'dist', page), { recursive: true });
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((name) => [name, path.join(dist, `${name}.js`)])),
    platform: 'node',
    // Native, and a program that starts threads from files of its own.
    external: ['better-sqlite3', 'pino'],
    logLevel: 'silent',
    plugins: [keepPlaces(dist, path.join(folder, 'dist'))],
  });
  await bundle.write({
    dir: path.join(folder, 'dist'),
    entryFileNames: '[name].js',
    chunkFileNames: 'src/[hash].js',
  });
  await bundle.close();
}

/** Each module finds its neighbours from where it would stand by itself. */
function keepPlaces(from: string, to: string) {
  return {
    name: 'keep-places',
    transform(code: string, id: string) {
      if (!id.startsWith(from) || !code.includes('import.meta')) return undefined;
      const place = path.join(to, path.relative(from, id));
      return code
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(place).href))
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(place)));
    },
  };
}
