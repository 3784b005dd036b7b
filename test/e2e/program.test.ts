import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CheckResult } from '../../src/check.ts';
import type { ConfigError } from '../../src/config/judge.ts';
import { root, startProgram } from '../support/program.ts';
import { inScene, ordersByFile, timeout, twoExports } from '../support/scene.ts';

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

describe.concurrent('the program', { timeout }, () => {
  it(
    'names every wrong key of a configuration in one go, with line and column, and exits 78',
    inScene({ config: () => wrong }, async (scene) => {
      const { errors, exitCode } = await scene.json<{ errors: ConfigError[] }>('check');
      expect(exitCode).toBe(78);
      const places = errors.map(({ line, column }) => `${line}:${column}`);
      console.log(errors);
      expect(places).toEqual([]);
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
    const { stdout, code } = await startProgram(args, env).ended;
    const { findings } = JSON.parse(stdout) as CheckResult;
    expect(findings.filter(({ area }) => area === 'config')).toEqual([
      { area: 'config', level: 'ok', place: 'configuration', sentence: 'has no errors.' },
    ]);
    expect(findings.filter(({ area }) => area === 'world')).toEqual([]);
    console.log(code, findings);
  });

  it.each([
    ['an unknown command', ['frobnicate'], 64],
    ['a missing argument', ['release'], 64],
    ['an option that nobody knows', ['status', '--loud'], 64],
    ['a wait that is no duration', ['run', '--once', '--wait', 'soon'], 64],
    ['retry without saying what', ['retry'], 64],
    ['a configuration that is not there', ['status', '--config', 'nowhere.yaml'], 78],
  ])('ends %s with its own exit code and says why', (_, args, code) =>
    inScene({ catalog: twoExports }, async (scene) => {
      const ended = await scene.run(...args);
      console.log(args, ended);
      const json = await scene.run(...args, '--json');
      console.log(json);
      expect(ended.code).toBe(code);
    })(),
  );

  it(
    'fault 37: a second daemon exits 1 and names the first one’s pid',
    inScene({ catalog: twoExports, orders: ordersByFile }, async (scene) => {
      const first = await scene.daemon();
      const second = await scene.json<{ error: { message: string } }>('run');
      expect(second).toMatchObject({ exitCode: 1, error: { code: 'STATE_LOCKED' } });
      expect(second.error.message).toContain(String(first.pid));
      const once = await scene.json('run', '--once');
      expect(once).toMatchObject({ exitCode: 1, error: { code: 'STATE_LOCKED' } });
      expect(await first.healthz()).toBe(200);
      expect(await first.stop()).toMatchObject({ code: 0, signal: null });
    }),
  );

  it(
    'exits 69 where the marketplace is not there',
    inScene({ catalog: twoExports, orders: ordersByFile }, async (scene) => {
      await scene.market.close();
      const once = await scene.json('run', '--once', '--wait', '1s');
      expect(once.exitCode).toBe(69);
      const world = await scene.json<CheckResult>('check');
      console.log(world.findings);
    }),
  );
});
