import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { CheckResult } from '../../src/check/check.ts';
import type { ConfigError } from '../../src/config/judge.ts';
import { lockState } from '../../src/store/lock.ts';
import { root, startShipped } from '../support/program.ts';
import { inScene, ordersByFile, timeout, twoExports } from '../support/scene.ts';
import { until } from '../support/until.ts';
import { articlesFile, wares } from '../support/wares.ts';

const wrong = `marketplace:
  baseUrl: http://market.example
  apiKey: \${NOT_SET}
  maxInflight: 4
dataDir: ./state
catalog:
  vanished: delete
  sources:
    - name: articles
      folder: ./out
      files: "artikel*.csv"
      stable: { quiet: soon }
      decimalSeperator: ","
      mapping: { externalId: ArtNr, unitPrice: Preis }
orders:
  pollEvery: 60
`;

/** Two columns in the mapping that no export has. */
const misspelt = (url: string): string => `marketplace: { baseUrl: "${url}", apiKey: key }
dataDir: ./state
catalog:
  sources:
    - name: articles
      folder: ./out
      files: "artikel*.csv"
      delimiter: ";"
      mapping: { externalId: ArtNr, name: Bezeichnug, unitOfMeasure: ME }
    - name: brands
      folder: ./out
      files: "*.xml"
      format: xml
      path: liste/a
      mapping:
        externalId: Nr
        brand: Marka
`;

/** As a newcomer writes it: nothing that has a default. */
const bare = (
  url: string,
  results = '',
): string => `marketplace: { baseUrl: "${url}", apiKey: sandbox-key }
dataDir: ./state
${results}catalog:
  sources:
    - name: articles
      folder: ./out
      files: "artikel*.csv"
      stable: { quiet: 0s }
      numbers: "1.234,56"
      mapping: { externalId: Nr, name: Name, minOrderQty: Min, availableQty: Menge }
`;

describe.concurrent('the program', { timeout }, () => {
  it(
    'names every wrong key of a configuration in one go, with line and column, and exits 78',
    inScene({ config: () => wrong }, async (scene) => {
      const { errors, exitCode } = await scene.json<{ errors: ConfigError[] }>('check');
      expect(exitCode).toBe(78);
      const found = errors.map(({ line, column, message }) => [`${line}:${column}`, message]);
      expect(found).toEqual([
        ['2:12', expect.stringContaining('https://')],
        ['3:11', expect.stringContaining('NOT_SET')],
        ['4:3', expect.stringContaining('did you mean "maxInFlight"?')],
        ['7:13', expect.stringContaining('ignore, hide, unpublish')],
        ['12:24', expect.stringContaining('a duration such as 30s')],
        ['13:7', expect.stringContaining('unknown key "decimalSeperator"')],
        ['14:7', expect.stringContaining('name is missing')],
        ['14:37', expect.stringContaining('unitPrice cannot be mapped: prices')],
        ['15:1', expect.stringContaining('outbox is missing')],
        ['16:14', expect.stringContaining('a duration such as 30s')],
      ]);
      expect(errors.every(({ file }) => file === scene.config)).toBe(true);
      const { code, stdout } = await scene.run('run', '--once');
      expect(code).toBe(78);
      for (const { line, column } of errors)
        expect(stdout).toContain(`${scene.config}:${line}:${column} error `);
    }),
  );

  it('finds no error in the example configuration', async () => {
    const config = path.join(root, 'config/stockhand.example.yaml');
    const env = { STOCKHAND_API_KEY: 'key', STOCKHAND_WEBHOOK_SECRET: 'whsec_1' };
    const args = ['check', '--offline', '--json', '--config', config];
    const { stdout, code } = await startShipped(args, env).ended;
    const { findings } = JSON.parse(stdout) as CheckResult;
    expect(findings.filter(({ area }) => area === 'config')).toEqual([
      { area: 'config', level: 'ok', place: 'configuration', sentence: 'has no errors.' },
    ]);
    expect(findings.filter(({ area }) => area === 'world')).toEqual([]);
    const said = findings.filter(({ level }) => level === 'ok').map(({ place }) => place);
    expect(said).toEqual(['configuration', 'stock']);
    // Its folders are those of a supplier and not here: that is told as such.
    const others = findings.filter(({ level }) => level !== 'ok');
    expect(others.map(({ level, area }) => [level, area])).toEqual(
      Array.from({ length: 6 }, () => ['error', 'files']),
    );
    expect(code).toBe(1);
  });

  it.each([
    ['an unknown command', ['frobnicate'], 'frobnicate'],
    ['a missing argument', ['release'], "argument 'id'"],
    ['a wait that is no duration', ['run', '--wait', 'soon'], 'soon is not a duration'],
    ['a wait of the daemon, which never ends', ['run', '--wait', '5s'], '--wait needs --once'],
  ])('exits 64 for %s and says why', (_, args, said) =>
    inScene({ catalog: twoExports }, async (scene) => {
      const ended = await scene.json<{ error: { message: string } }>(...args);
      expect(ended).toMatchObject({ exitCode: 64, error: { code: 'USAGE' } });
      expect(ended.error.message).toContain(said);
    })(),
  );

  it('exits 78 where the configuration is not there, and names the place', async () => {
    const { code, stdout, stderr } = await startShipped(['status', '--config', 'nowhere.yaml'])
      .ended;
    expect(code).toBe(78);
    expect(`${stdout}${stderr}`).toContain('nowhere.yaml');
  });

  it(
    'fault 37: a second daemon exits 1 and names the first one’s pid',
    inScene({ catalog: twoExports, orders: ordersByFile }, async (scene) => {
      const first = await scene.daemon();
      const second = await scene.json<{ error: { message: string } }>('run');
      expect(second).toMatchObject({ exitCode: 1, error: { code: 'STATE_LOCKED' } });
      expect(second.error.message).toContain(String(first.pid));
      expect(await first.healthz()).toBe(200);
      expect(await first.stop()).toMatchObject({ code: 0, signal: null });
    }),
  );

  it(
    'a daemon waits for a command that works on the state at its start',
    inScene({ catalog: twoExports }, async (scene) => {
      const command = lockState(scene.path('state'));
      const starting = scene.daemon();
      await sleep(watchedMs);
      command.release();
      const daemon = await starting;
      expect(await daemon.stop()).toMatchObject({ code: 0, signal: null });
    }),
  );

  it(
    'never ends without a word where what it waits for is lost',
    inScene({ catalog: twoExports }, async (scene) => {
      const losing = `import net from 'node:net';
        import { EventEmitter } from 'node:events';
        import { syncBuiltinESMExports } from 'node:module';
        net.connect = () => new EventEmitter();
        syncBuiltinESMExports();`;
      const args = ['status', '--json', '--config', scene.config];
      const ended = await startShipped(args, {
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(losing)}`,
      }).ended;
      expect(ended.code).toBe(1);
      expect(JSON.parse(ended.stdout)).toMatchObject({ error: { code: 'UNFINISHED' } });
      expect(ended.stderr).toContain('Run the command again');
    }),
  );

  it(
    'tells a failure that nobody foresaw in a line, and its stack to the log',
    inScene({ catalog: twoExports }, async (scene) => {
      scene.write('out/artikel.csv', articlesFile(wares(3)));
      expect((await scene.run('plan')).code).toBe(0);
      for (const name of scene.names('state/spool')) {
        fs.rmSync(scene.path(`state/spool/${name}`));
        fs.mkdirSync(scene.path(`state/spool/${name}`));
      }
      const failed = await scene.json<{ error: { remedy: string } }>('run', '--once');
      expect(failed).toMatchObject({ exitCode: 1, error: { code: 'UNEXPECTED' } });
      expect(failed.error.remedy).toContain('the log has more');
      expect(scene.read('stockhand.log')).toMatch(/"err":\{.*EISDIR.*"stack":/);
    }),
  );

  it.skipIf(process.platform !== 'linux')(
    'rests where there is nothing to do',
    inScene({ catalog: twoExports, orders: ordersByFile }, async (scene) => {
      scene.write('out/artikel.csv', articlesFile(wares(3)));
      const { pid, facts } = await scene.daemon();
      await until('it is in step', async () => (await facts()).catalog?.products.confirmed === 3);
      // What its start left behind ends on a busy machine a moment later; what goes round for nothing never does.
      await until('it rests', async () => {
        const before = processorMs(pid);
        await sleep(watchedMs);
        return processorMs(pid) - before < watchedMs / 10;
      });
    }),
  );

  it(
    'check places a column that the file lacks where the configuration names it',
    inScene({ config: ({ url }) => misspelt(url) }, async (scene) => {
      scene.write('out/artikel.csv', articlesFile(wares(3)));
      scene.write('out/liste.xml', '<liste><a><Nr>1</Nr><Marke>Bosch</Marke></a></liste>');
      const { code, stdout } = await scene.run('check', '--offline');
      expect(code).toBe(1);
      const lines = stdout.split('\n').map((line) => line.trim());
      expect(lines).toContainEqual(
        `error    ${scene.config}:9:43: artikel.csv, column "Bezeichnug": is mapped, but the file has no such column (it has: ArtNr, Bezeichnung, ME). Did you mean "Bezeichnung" for "Bezeichnug"? Correct the mapping, or export the column again.`,
      );
      const read = lines.filter((line) => line.startsWith('ok'));
      expect(read).toContainEqual(
        expect.stringMatching(/: liste\.xml: utf-8, numbers .*, 2 columns\.$/),
      );
      expect(lines).toContainEqual(
        `warning  ${scene.config}:17:16: liste.xml, column "Marka": is mapped, but none of the first records has it (they have: Nr, Marke). Did you mean "Marke"? Correct the mapping.`,
      );
    }),
  );

  it(
    'without results: rejected rows are below dataDir, and check shows quantities as the export has them',
    inScene({ config: ({ url }) => bare(url) }, async (scene) => {
      scene.write(
        'out/artikel.csv',
        'Nr;Name;Min;Menge\r\nA;Nagel;2,5;1.000\r\nB;Mutter;1;viel\r\n',
      );
      const { samples, findings } = await scene.json<CheckResult>('check', '--offline');
      const values = { externalId: 'A', name: 'Nagel', minOrderQty: '2.5', availableQty: '1000' };
      expect(samples[0]?.rows).toEqual([{ row: 2, values }]);
      expect(findings.filter(({ level }) => level === 'error')).toEqual([]);
      scene.write('out/artikel2.csv', 'Nr;Name;Min;Menge\r\nA;Nagel;1;1\r\nB;"Mutter;1;1\r\n');
      const cut = await scene.json<CheckResult>('check', '--offline');
      expect(cut.findings.filter(({ level }) => level === 'error')).toContainEqual(
        expect.objectContaining({ sentence: expect.stringContaining('is never closed') }),
      );
      fs.rmSync(scene.path('out/artikel2.csv'));
      expect((await scene.run('run', '--once')).code).toBe(2);
      expect(scene.names('state/results').sort()).toEqual([
        'articles-1.books.json',
        'articles-1.result.csv',
      ]);
      expect(scene.read('state/results/articles-1.result.csv')).toMatch(
        /^B;Mutter;1;viel;3;rejected;/m,
      );
    }),
  );

  it(
    'check says that a folder for results is missing: as an error where the first import cannot make it',
    inScene({ config: ({ url }) => bare(url, 'results: { folder: ./weg }\n') }, async (scene) => {
      const levels = async (name: string) => {
        const { findings } = await scene.json<CheckResult>('check', '--offline');
        return findings.filter(({ place }) => place === scene.path(name)).map(({ level }) => level);
      };
      expect(await levels('weg')).toEqual(['warning']);
      scene.write('stockhand.yaml', bare(scene.market.url, 'results: { folder: ./a/weg }\n'));
      expect(await levels('a/weg')).toEqual(['error']);
    }),
  );

  it(
    'checks whether the marketplace is there',
    inScene({ catalog: twoExports, orders: ordersByFile }, async (scene) => {
      await scene.market.close();
      const { findings } = await scene.json<CheckResult>('check');
      expect(findings.at(-1)).toMatchObject({ area: 'world', level: 'error' });
      expect(findings.at(-1)?.sentence).toContain('does not answer');
    }),
  );
});

const watchedMs = 2_000;
const tickMs = 10;

/** What the process has used of the processor, by the kernel's books (proc(5), utime and stime). */
function processorMs(pid: number): number {
  const fields = fs
    .readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}
