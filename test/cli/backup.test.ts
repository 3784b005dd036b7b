import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { backup } from '../../src/cli/backup.ts';
import { contextOf } from '../../src/cli/context.ts';
import { controlPath } from '../../src/control/path.ts';
import { serveControl } from '../../src/control/serve.ts';
import { memory, temporaryFolder } from '../support/folder.ts';

it('a backup that a service wrote into a /tmp of its own is not said to be there', async () => {
  const folder = temporaryFolder('backup', memory);
  const config = path.join(folder, 'stockhand.yaml');
  const market = 'marketplace: { baseUrl: "http://127.0.0.1:1", apiKey: k }';
  fs.writeFileSync(config, `${market}\ndataDir: ./state\norders: { outbox: { folder: ./o } }\n`);
  fs.mkdirSync(path.join(folder, 'state'));
  const stopped = new AbortController();
  const { ended } = await serveControl({
    path: controlPath(path.join(folder, 'state')),
    handlers: { backup: async () => ({ file: path.join(folder, 'x.backup') }) },
    signal: stopped.signal,
  });
  const context = contextOf({ config }, stopped.signal);
  await expect(backup.run?.(context, [path.join(folder, 'x.backup')], {})).rejects.toMatchObject({
    code: 'BACKUP_TARGET',
    remedy: 'Name a file that is not in /tmp or /var/tmp.',
  });
  stopped.abort();
  await ended;
});
