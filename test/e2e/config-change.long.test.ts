import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Daemon } from '../support/program.ts';
import { inScene, ordersByFile, timeout, twoExports } from '../support/scene.ts';
import { until } from '../support/until.ts';

const both = { catalog: twoExports, orders: ordersByFile };

async function changed(daemon: Daemon) {
  return (await daemon.facts()).needsYou.find(({ id }) => id === 'config-changed');
}

describe('a configuration that is changed while the daemon runs', { timeout }, () => {
  it(
    'is checked and told, counts from the next start, and is forgotten where it is taken back',
    inScene(both, async (scene) => {
      const text = scene.read('stockhand.yaml');
      const daemon = await scene.daemon();
      expect(await changed(daemon)).toBeUndefined();

      fs.appendFileSync(scene.config, 'language: de\n');
      const told = await until('the change is told', () => changed(daemon));
      expect(told.what).toContain('Restart needed');
      expect(told.cause).toContain(scene.config);
      expect(told.fix).toBe('Restart the daemon.');

      fs.appendFileSync(scene.config, 'langauge: de\n');
      const wrong = await until('the errors are told', async () => {
        const need = await changed(daemon);
        return need?.what.includes('errors') === true ? need : undefined;
      });
      const line = fs.readFileSync(scene.config, 'utf8').split('\n').indexOf('langauge: de') + 1;
      expect(wrong.cause).toContain(`stockhand.yaml:${line}:1`);
      expect(wrong.effect).toContain('would not start again');

      fs.rmSync(scene.config);
      fs.symlinkSync(scene.config, scene.config);
      await until('what cannot be looked at is told', async () =>
        (await changed(daemon))?.cause.includes('ELOOP'),
      );

      fs.rmSync(scene.config);
      fs.writeFileSync(scene.config, text);
      await until('nothing is to do', async () => (await changed(daemon)) === undefined);
    }),
  );

  it(
    'is told also where a secret is changed in the file that it names, and forgotten where it is put back',
    inScene(both, async (scene) => {
      const text = scene.read('stockhand.yaml');
      fs.writeFileSync(scene.path('api.key'), 'sandbox-key\n', { mode: 0o600 });
      fs.writeFileSync(scene.config, text.replace('sandbox-key', `"\${file:./api.key}"`));
      const daemon = await scene.daemon();
      fs.writeFileSync(scene.path('api.key'), 'another-key\n');
      const told = await until('the change is told', () => changed(daemon));
      expect(told.what).toContain('Restart needed');
      expect(told.cause).toContain('api.key');
      fs.writeFileSync(scene.path('api.key'), 'sandbox-key\n');
      await until('nothing is to do', async () => (await changed(daemon)) === undefined);
    }),
  );
});
