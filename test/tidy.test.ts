import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { codes } from '../src/domain/codes.ts';
import { catalogFloors } from './support/import-table.ts';
import {
  deadFiles,
  fileLinesMax,
  floorFaults,
  functionLinesMax,
  importFaults,
  longFiles,
  nameFaults,
  ownerFaults,
  repeatedImports,
  type SourceFile,
  sizeFaults,
} from './support/tidy-rules.ts';

const root = path.resolve(import.meta.dirname, '..');

function sourcesBelow(folder: string, ending = /\.ts$/): SourceFile[] {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
    .map((file) => ({ path: file, text: fs.readFileSync(path.join(root, file), 'utf8') }));
}

const sources = [...sourcesBelow('src'), ...sourcesBelow('adapters')];
const tests = ['test', 'bench'].flatMap((folder) => sourcesBelow(folder, /\.(ts|js|mjs)$/));
const planted = (file: string, text: string): SourceFile[] => [{ path: file, text }];

describe('the house is tidy', () => {
  it('keeps the import table', () => {
    expect(importFaults(sources)).toEqual([]);
  });

  it('imports each module once', () => {
    expect(repeatedImports([...sources, ...tests])).toEqual([]);
  });

  it('lets no room of the catalogue ask one that is above it', () => {
    expect(floorFaults(sources)).toEqual([]);
    const rooms = sources.flatMap(
      ({ path: file }) => /^src\/catalog\/([^/]+)\//.exec(file)?.[1] ?? [],
    );
    expect([...new Set(rooms)].sort()).toEqual([...catalogFloors].sort());
  });

  it('keeps one owner for the network, the database, time, chance and the environment', () => {
    expect(ownerFaults(sources)).toEqual([]);
  });

  it('keeps files and functions small', () => {
    expect(sizeFaults(sources)).toEqual([]);
  });

  it('keeps the files of tests and measurements as small', () => {
    expect(longFiles(tests)).toEqual([]);
  });

  it('has no file whose name hides what is inside', () => {
    expect(nameFaults([...sources, ...tests])).toEqual([]);
  });

  it('has no file that nobody imports', () => {
    const entries = [
      'src/main.ts',
      'src/catalog/worker.ts',
      'src/shares/courier-process.ts',
      'src/shares/sync-thread.ts',
      'src/files/convert-process.ts',
      'src/backup/thread.ts',
      'src/config/generate.ts',
      'adapters/workbook/child.ts',
    ];
    expect(deadFiles(sources, entries)).toEqual([]);
  });

  it('uses every error code, and knows every code that it uses', () => {
    const text = sources
      .filter((file) => file.path !== 'src/domain/codes.ts')
      .map((file) => file.text)
      .join('\n');
    expect(Object.keys(codes).filter((code) => !text.includes(`'${code}'`))).toEqual([]);
  });

  it('has no title twice in one test file', () => {
    const twice = tests.flatMap(({ path: file, text }) => {
      const titles = [...text.matchAll(/^\s*(?:it|test)\(\s*(['"`])(.+?)\1,/gm)].map(
        ([, , title]) => title,
      );
      return titles
        .filter((title, index) => titles.indexOf(title) !== index)
        .map((title) => `${file}: ${title}`);
    });
    expect(twice).toEqual([]);
  });
});

describe('each rule catches a planted violation', () => {
  it('of the import table, values and types', () => {
    expect(
      importFaults(planted('src/domain/order.ts', "import { x } from '../store/mirror.ts';")),
    ).toHaveLength(1);
    expect(
      importFaults(planted('src/store/mirror.ts', "import type { X } from '../catalog/plan.ts';")),
    ).toHaveLength(1);
    expect(
      importFaults(planted('src/orders/feed.ts', "import type { X } from '../store/journal.ts';")),
    ).toEqual([]);
    expect(
      importFaults(planted('src/orders/feed.ts', "import { x } from '../store/journal.ts';")),
    ).toHaveLength(1);
    expect(
      importFaults(
        planted('src/orders/feed.ts', "import { type X, x } from '../store/journal.ts';"),
      ),
    ).toEqual([
      'src/orders/feed.ts (orders) may not import values from src/store/journal.ts (store)',
    ]);
    expect(
      importFaults(planted('src/sandbox/orders.ts', "import { x } from '../domain/limits.ts';")),
    ).toHaveLength(1);
    expect(
      importFaults(planted('adapters/csv/read.ts', "import { x } from '../../src/files/scan.ts';")),
    ).toHaveLength(1);
  });

  it('of a module that is imported twice', () => {
    const both = "import type { X } from './x.ts';\nimport { x } from './x.ts';";
    expect(repeatedImports(planted('src/orders/feed.ts', both))).toHaveLength(1);
    const one = "import { type X, x } from './x.ts';\nimport { y } from './y.ts';";
    expect(repeatedImports(planted('src/orders/feed.ts', one))).toEqual([]);
  });

  it('of the floors of the catalogue', () => {
    const asks = (from: string, target: string, type = '') =>
      floorFaults(planted(`src/catalog/${from}.ts`, `import ${type}{ x } from '${target}';`));
    expect(asks('mapping/sum', '../plan/holds.ts')).toHaveLength(1);
    expect(asks('mapping/sum', '../plan/holds.ts', 'type ')).toEqual([]);
    expect(asks('plan/holds', '../mapping/sum.ts')).toEqual([]);
    expect(asks('plan/holds', '../engine.ts')).toHaveLength(1);
    expect(asks('engine', './plan/holds.ts')).toEqual([]);
    expect(() => asks('cellar/wine', '../terms/plan.ts')).toThrow('cellar');
  });

  it('of every single owner', () => {
    const violations = [
      'const key = process.env.KEY;',
      "import Sqlite from 'better-sqlite3';",
      "import { sql } from 'kysely';",
      'database.transaction(() => insert.run());',
      "import { Agent } from 'undici';",
      "import Agent from 'undici/lib/dispatcher/agent.js';",
      "import { watch } from 'chokidar';",
      "import fastify from 'fastify';",
      "import pino from 'pino';",
      'const at = Date.now();',
      'const jitter = Math.random();',
      'setTimeout(run, 5);',
      "console.log('here');",
    ];
    for (const text of violations) {
      expect(ownerFaults(planted('src/catalog/terms/plan.ts', text)), text).toHaveLength(1);
    }
    expect(
      ownerFaults(planted('src/catalog/terms/plan.ts', '// Date.now() is not ours to call')),
    ).toEqual([]);
  });

  it('of the sizes', () => {
    const long = Array.from({ length: fileLinesMax + 1 }, () => 'x;').join('\n');
    expect(sizeFaults(planted('src/a.ts', `${long}\n`))).toHaveLength(1);
    expect(longFiles(planted('test/a.test.ts', `${long}\n`))).toHaveLength(1);
    expect(longFiles(planted('bench/a.js', `${long.slice(3)}\n`))).toEqual([]);
    const body = Array.from({ length: functionLinesMax }, () => '  x();').join('\n');
    expect(sizeFaults(planted('src/a.ts', `function long(): void {\n${body}\n}\n`))).toHaveLength(
      1,
    );
    expect(
      sizeFaults(planted('src/a.ts', `class A {\n  run(a: string): void {\n${body}\n  }\n}\n`)),
    ).toHaveLength(1);
  });

  it('of the names and of dead files', () => {
    expect(nameFaults(planted('src/catalog/utils.ts', ''))).toHaveLength(1);
    expect(deadFiles(planted('src/catalog/lonely.ts', ''), ['src/main.ts'])).toEqual([
      'src/catalog/lonely.ts',
    ]);
  });
});
