import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { tellFailure } from '../../src/alerting.ts';
import type { Config } from '../../src/config/declaration.ts';
import { Secret } from '../../src/domain/secret.ts';
import { temporaryFolder } from '../support/folder.ts';

it('whoever stops the program while its failure is told by a chat that is silent still sees the failure', async () => {
  const chat = createServer().listen(0, '127.0.0.1');
  await once(chat, 'listening');
  const { port } = chat.address() as AddressInfo;
  const webhook = new Secret(`http://127.0.0.1:${port}/hook`);
  const alerts = { quietFor: 0, webhook };
  const dataDir = temporaryFolder('alerting');
  const config = { language: 'en', dataDir, marketplace: {}, alerts } as unknown as Config;
  const stopping = new AbortController();
  const told = tellFailure(config, stopping.signal, new Error('the disk is gone'));
  const [socket] = (await once(chat, 'connection')) as [Socket];
  stopping.abort();
  // What it rejected with would take the place of the failure.
  await expect(told).resolves.toBeUndefined();
  socket.destroy();
  chat.close();
});
