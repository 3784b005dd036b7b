import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Bundle } from '../../src/check/bundle.ts';
import type { Finding } from '../../src/check/check.ts';
import {
  inScene,
  ordersByFile,
  type Scene,
  timeout,
  twoExports,
  webhookSecret,
} from '../support/scene.ts';
import { until } from '../support/until.ts';
import { articlesFile, stockFile, wares } from '../support/wares.ts';

const both = { catalog: twoExports, orders: ordersByFile };

interface Told {
  readonly findings: readonly Finding[];
  readonly bundle?: string;
}

const ofArea = ({ findings }: Told, area: Finding['area']): readonly Finding[] =>
  findings.filter((finding) => finding.area === area);

function exportAll(scene: Scene, names = wares(3)): void {
  scene.write('out/artikel.csv', articlesFile(names));
  scene.write('out/bestand.csv', stockFile(wares(3)));
}

const manySecrets = (url: string): string => `
marketplace: { baseUrl: "${url}", apiKey: "a/b+c=", proxy: "http://Bob:50%25off@127.0.0.1:9" }
dataDir: ./state
log: { file: ./stockhand.log }
status: { listen: "127.0.0.1:0", password: 'pa"ss\\word' }
alerts:
  mail: { smtp: "smtps://us:p%40ss%2Fw@mail.local", from: a@b.example, to: [c@d.example] }
  webhook: "https://chat.example/services/T0K3N?x=Y"
`;

describe.concurrent('stockhand doctor', { timeout }, () => {
  it(
    'has no red line where a daemon runs and all are in step',
    inScene(both, async (scene) => {
      exportAll(scene);
      const daemon = await scene.daemon();
      await until('all are in step', async () => (await daemon.facts()).state === 'inStep');
      const told = await scene.json<Told>('doctor');
      expect(told.findings.filter(({ level }) => level === 'error')).toEqual([]);
      expect(ofArea(told, 'daemon')).toMatchObject([{ level: 'ok' }]);
      expect(told.exitCode).toBe(0);
    }),
  );

  it(
    'exits 2 where a row was rejected, and says what to do about it',
    inScene(both, async (scene) => {
      exportAll(
        scene,
        wares(3).map((ware, at) => (at === 1 ? { ...ware, name: '' } : ware)),
      );
      expect((await scene.run('run', '--once')).code).toBe(2);
      const { code, stdout } = await scene.run('doctor');
      expect(stdout).toMatch(
        /^NEEDS YOU\n {2}error {4}.*1 of 3 rows of artikel\.csv was rejected\./m,
      );
      expect(stdout).toContain('none runs on this state');
      expect(code).toBe(2);
    }),
  );

  it(
    'says that a daemon hangs, and does not wait for it',
    inScene(both, async (scene) => {
      const daemon = await scene.daemon();
      process.kill(daemon.pid, 'SIGSTOP');
      const told = await scene.json<Told>('doctor', '--offline');
      expect(ofArea(told, 'daemon')).toMatchObject([
        { level: 'error', sentence: expect.stringContaining('has not answered for 10 s') },
      ]);
      expect(ofArea(told, 'daemon')[0]?.remedy).toContain('Restart the daemon');
      expect(told.exitCode).toBe(1);
      process.kill(daemon.pid, 'SIGCONT');
    }),
  );

  it(
    'fault 119: its bundle tells all but the secrets, for its owner alone, and never over another file',
    inScene(both, async (scene) => {
      exportAll(scene);
      await scene.run('run', '--once');
      fs.appendFileSync(scene.path('stockhand.log'), 'they said "sandbox-key" is wrong\n');
      const file = scene.path('bundle.json');
      const told = await scene.json<Told>('doctor', '--bundle', file);
      expect(told.bundle).toBe(file);
      const text = fs.readFileSync(file, 'utf8');
      for (const secret of ['sandbox-key', webhookSecret]) expect(text).not.toContain(secret);
      const bundle = JSON.parse(text) as Bundle;
      expect(bundle.log).toContain('they said "***" is wrong');
      expect(bundle.findings).toEqual(told.findings);
      expect(bundle.config).toMatchObject({ marketplace: { apiKey: '***' } });
      expect(bundle.history?.runs.map(({ read }) => read)).toEqual([3, 3]);
      expect(bundle.state.map(({ name }) => name)).toContain('catalog.db');
      if (process.platform !== 'win32') expect(fs.statSync(file).mode & 0o777).toBe(0o600);

      const { code, stderr } = await scene.run('doctor', '--bundle', file);
      expect(stderr).toContain('EEXIST');
      expect(code).toBe(64);
      expect(fs.readFileSync(file, 'utf8')).toBe(text);
    }),
  );

  it(
    'fault 119: its bundle leaves secrets out in every form in which others repeat them',
    inScene({ config: ({ url }) => manySecrets(url) }, async (scene) => {
      const forms = [
        JSON.stringify({ msg: 'said "pa"ss\\word"' }),
        JSON.stringify({ answer: JSON.stringify({ got: 'pa"ss\\word' }) }),
        'key a%2Fb%2Bc%3D was sent',
        'proxy: 50%off, 50%25off and p%40ss%2Fw, p@ss/w',
        `Proxy-Authorization: Basic ${Buffer.from('Bob:50%off').toString('base64')}`,
        'POST /services/T0K3N?x=Y: 404',
      ];
      fs.writeFileSync(scene.path('stockhand.log'), `${forms.join('\n')}\n`);
      const file = scene.path('bundle.json');
      const told = await scene.json<Told>('doctor', '--offline', '--bundle', file);
      expect(told.exitCode).toBe(0);
      const { log } = JSON.parse(fs.readFileSync(file, 'utf8')) as Bundle;
      expect(log.slice(0, forms.length)).toEqual([
        '{"msg":"said \\"***\\""}',
        '{"answer":"{\\"got\\":\\"***\\"}"}',
        'key *** was sent',
        'proxy: ***, *** and ***, ***',
        'Proxy-Authorization: Basic ***',
        'POST ***: 404',
      ]);
    }),
  );

  it(
    'takes a silent marketplace for no daemon that hangs, and a state that is no folder for a red line',
    inScene(both, async (scene) => {
      exportAll(scene);
      await scene.weather({ kind: 'hang', path: '^.*sync.*$' });
      const file = scene.path('bundle.json');
      const told = await scene.json<Told>('doctor', '--bundle', file);
      expect(ofArea(told, 'daemon')).toMatchObject([{ level: 'warning', place: 'daemon' }]);
      const bundle = JSON.parse(fs.readFileSync(file, 'utf8')) as Bundle;
      expect(bundle.status).toBeDefined();
      expect(bundle.history).toMatchObject({ marketplace: { code: 'NO_ANSWER' } });

      fs.rmSync(scene.path('state'), { recursive: true });
      fs.writeFileSync(scene.path('state'), 'no folder');
      const second = scene.path('second.json');
      const broken = await scene.json<Told>('doctor', '--offline', '--bundle', second);
      expect(ofArea(broken, 'daemon')).toMatchObject([{ level: 'error', place: 'state' }]);
      expect(broken).toMatchObject({ exitCode: 1, bundle: second });
    }),
  );

  it(
    'status says that no daemon runs, so that nobody trusts a state that nobody looks after',
    inScene(both, async (scene) => {
      expect((await scene.run('status')).stdout).toContain('No daemon runs');
      expect(await scene.json('status')).toMatchObject({ daemon: false });
      await scene.daemon();
      expect((await scene.run('status')).stdout).not.toContain('No daemon runs');
      expect(await scene.json('status')).toMatchObject({ daemon: true });
    }),
  );
});

describe.concurrent('fault 33: a damaged state', { timeout }, () => {
  const damages = ['orders.db', 'catalog.db'];
  const commands = [['status'], ['run', '--once'], ['run'], ['doctor', '--offline']];
  it.each(damages.flatMap((name) => commands.map((args) => [name, args] as const)))(
    '%s: %j ends at once, exits 1 and names the way back',
    (name, args) =>
      inScene(both, async (scene) => {
        fs.mkdirSync(scene.path('state'));
        fs.writeFileSync(scene.path(`state/${name}`), 'this is no database at all '.repeat(99));
        const { code, stdout, stderr } = await scene.run(...args);
        expect(stdout + stderr).toContain(`${name}: file is not a database`);
        expect(stdout + stderr).toContain('stockhand restore FILE');
        expect(code).toBe(1);
      })(),
  );
});
