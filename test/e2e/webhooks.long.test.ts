import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { WebhookRecord } from '../../src/webhooks/endpoint.ts';
import type { Registration } from '../../src/webhooks/register.ts';
import type { TestedEndpoint } from '../../src/webhooks/test-endpoint.ts';
import { erpOf } from '../support/erp.ts';
import { inScene, type Scene, timeout } from '../support/scene.ts';
import { until } from '../support/until.ts';
import { freePort } from './endpoint.ts';

const session = 'sandbox-session';
const place = '/api/v1/connect/webhooks';

interface Settings {
  /** Of marketplace.portal; undefined: no such section. */
  readonly session?: string | undefined;
  readonly port?: number;
  readonly secret?: string;
}

const written = (baseUrl: string, { session: portal, port = 0, secret }: Settings) => `
marketplace:
  baseUrl: "${baseUrl}"
  apiKey: sandbox-key
${portal === undefined ? '' : `  portal: { session: ${portal} }`}
dataDir: ./state
status: { listen: "127.0.0.1:0" }
log: { level: debug, file: ./stockhand.log }
orders: { pollEvery: 10m, outbox: { folder: ./orders } }
webhooks:
  listen: "127.0.0.1:${port}"
  secrets: [${secret ?? 'whsec_of-another-endpoint'}]
  publicUrl: https://127.0.0.1:9/webhooks/marketplace
`;

const scene = (play: (scene: Scene) => Promise<void>) =>
  inScene({ config: ({ url }) => written(url, { session }) }, play);

const configure = ({ config, market }: Scene, settings: Settings): void =>
  fs.writeFileSync(config, written(market.url, settings));

/** Every text that the program leaves on disk. */
function textsBelow(folder: string): string {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => !file.endsWith('stockhand.yaml') && fs.statSync(file).isFile())
    .map((file) => fs.readFileSync(file, 'latin1'))
    .join('\n');
}

const list = async (of: Scene): Promise<readonly WebhookRecord[]> =>
  (await of.json<{ list: WebhookRecord[] }>('webhooks', 'list')).list;
const failure = (of: Scene, ...args: string[]) =>
  of.json<{ error: { code: string; message: string; remedy: string } }>('webhooks', ...args);

describe.concurrent('webhooks', { timeout }, () => {
  it(
    'register, test, deliver, list and delete: the secret that is shown once verifies what arrives',
    scene(async (of) => {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}/webhooks/marketplace`;
      const made = await of.json<Registration>('webhooks', 'register', '--url', url);
      expect(made).toMatchObject({ outcome: 'registered', endpoint: { id: 1, url }, exitCode: 0 });
      const secret = made.outcome === 'registered' ? made.secret : '';
      expect(secret).toMatch(/^whsec_/);
      configure(of, { session, port, secret });
      const daemon = await of.daemon();
      expect(await of.json<TestedEndpoint>('webhooks', 'test', '1')).toMatchObject({
        success: true,
        report: { statusCode: 204 },
        here: { kind: 'verified' },
        next: '',
        exitCode: 0,
      });
      expect((await daemon.facts()).webhooks).toMatchObject({ accepted: 1, refused: 0 });

      const [order] = await of.orders();
      await erpOf(of).filesOf(order!.id, 1);
      const delivered = await until('the delivery is in the log', async () => {
        const { list: all } = await of.json<{ list: WebhookRecord[] }>(
          'webhooks',
          'deliveries',
          '1',
        );
        return all.find(({ status }) => status === 'DELIVERED');
      });
      expect(delivered).toMatchObject({ event: 'order.placed', responseCode: 204 });
      const shown = (await of.run('webhooks', 'deliveries', '1')).stdout.split('\n');
      expect(shown[0]).toMatch(/^id +event +status +attempts +responseCode/);
      expect(shown[1]).toMatch(/^1 +order\.placed +DELIVERED +1 +204/);

      expect(await of.json('webhooks', 'delete', '1')).toEqual({ deleted: '1', exitCode: 0 });
      expect(await list(of)).toEqual([]);
      expect((await of.run('webhooks', 'list')).stdout).toContain('No endpoint is registered');
      await daemon.stop();
      for (const canary of [secret, session]) expect(textsBelow(of.folder)).not.toContain(canary);
    }),
  );

  it(
    'test tells why our own door refused, and where the secret goes',
    scene(async (of) => {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}/webhooks/marketplace`;
      await of.json('webhooks', 'register', '--url', url);
      configure(of, { session, port });
      const daemon = await of.daemon();
      const tested = await of.json<TestedEndpoint>('webhooks', 'test', '1');
      expect(tested).toMatchObject({
        success: false,
        report: { statusCode: 401 },
        here: { kind: 'refused' },
        exitCode: 1,
      });
      expect(tested.next).toContain('into webhooks.secrets');
      const { stdout, code } = await of.run('webhooks', 'test', '1');
      expect(code).toBe(1);
      expect(stdout).toContain('The test.ping to endpoint 1 was not delivered (statusCode 401');
      expect(stdout).toContain('This Stockhand refused it: ');
      await daemon.stop();
    }),
  );

  it(
    'register of an address that is registered registers nothing, also twice at once by the daemon',
    scene(async (of) => {
      const daemon = await of.daemon();
      const twice = await Promise.all([
        of.json<Registration>('webhooks', 'register'),
        of.json<Registration>('webhooks', 'register'),
      ]);
      expect(twice.map(({ outcome }) => outcome).sort()).toEqual(['exists', 'registered']);
      const { stdout, code } = await of.run('webhooks', 'register');
      expect(code).toBe(0);
      expect(stdout).toContain(
        'Registered already, so nothing was sent: endpoint 1, https://127.0.0.1:9/webhooks/m',
      );
      expect(stdout).toContain('stockhand webhooks delete 1, then register again');
      expect(await list(of)).toMatchObject([{ id: 1, status: 'ACTIVE', side: 'SUPPLIER' }]);
      const posts = (await of.market.ledger()).filter(({ method }) => method === 'POST');
      expect(posts).toHaveLength(1);
      await daemon.stop();
    }),
  );

  it(
    'fault 40: a registration whose answer is cut off is one endpoint, and a person is told the way on',
    scene(async (of) => {
      await of.weather({ kind: 'reset', when: 'after', method: 'POST', path: place, count: 1 });
      const lost = await failure(of, 'register');
      expect(lost).toMatchObject({ exitCode: 1, error: { code: 'WEBHOOK_SECRET_LOST' } });
      expect(lost.error.message).toContain('Endpoint 1 is registered for https://127.0.0.1:9/');
      expect(lost.error.remedy).toContain('stockhand webhooks delete 1, then');
      expect(await list(of)).toHaveLength(1);
      expect(await of.json('webhooks', 'delete', '1')).toMatchObject({ exitCode: 0 });
      expect(await of.json<Registration>('webhooks', 'register')).toMatchObject({
        outcome: 'registered',
        secret: expect.stringMatching(/^whsec_/),
      });
    }),
  );

  it(
    'a list waits out maintenance, and a deletion whose answer is lost is asked for again',
    scene(async (of) => {
      await of.json('webhooks', 'register');
      await of.weather(
        { kind: 'maintenance', method: 'GET', path: place, count: 1 },
        { kind: 'reset', when: 'after', method: 'DELETE', path: place, count: 1 },
      );
      expect(await list(of)).toHaveLength(1);
      expect(await of.json('webhooks', 'delete', '1')).toEqual({ deleted: '1', exitCode: 0 });
      const deletes = (await of.market.mutations()).filter(({ method }) => method === 'DELETE');
      expect(deletes.map(({ status }) => status)).toEqual([0, 404]);
    }),
  );

  it(
    'each failure has its exit code, and its JSON document names cause, place and the next action',
    scene(async (of) => {
      const usage = await failure(of, 'register', '--url', 'http://erp.example/x');
      expect(usage).toMatchObject({ exitCode: 64, error: { code: 'WEBHOOK_URL' } });
      expect(await failure(of, 'test')).toMatchObject({ exitCode: 64, error: { code: 'USAGE' } });
      expect(await failure(of, 'delete', '..')).toMatchObject({
        exitCode: 1,
        error: { code: 'WEBHOOK_UNKNOWN' },
      });
      configure(of, { session: 'ended' });
      const ended = await failure(of, 'list');
      expect(ended).toMatchObject({ exitCode: 1, error: { code: 'PORTAL_SESSION' } });
      expect(ended.error.message).toContain('marketplace.portal: 401 UNAUTHENTICATED');
      expect(ended.error.remedy).toContain('put the new session into marketplace.portal');
      configure(of, { session: 'sandbox-viewer' });
      const viewer = await failure(of, 'register');
      expect(viewer).toMatchObject({ exitCode: 1, error: { code: 'PORTAL_RIGHT' } });
      expect(viewer.error.remedy).toContain('CONNECT_MANAGE');
    }),
  );

  it(
    'no portal session is a configuration error, also of a daemon that runs, and nobody there is reported as such',
    scene(async (of) => {
      configure(of, {});
      const daemon = await of.daemon();
      const missing = await failure(of, 'list');
      expect(missing).toMatchObject({ exitCode: 78, error: { code: 'CONFIG_PORTAL' } });
      expect(missing.error.message).toContain('marketplace.portal is missing');
      expect(missing.error.remedy).toContain('Restart the daemon if it runs');
      await daemon.stop();
      fs.writeFileSync(of.config, written(`http://127.0.0.1:${await freePort()}`, { session }));
      fs.rmSync(of.path('state'), { recursive: true });
      const nobody = await failure(of, 'list');
      expect(nobody).toMatchObject({ exitCode: 69, error: { code: 'NO_ANSWER' } });
      expect(nobody.error.message).toContain('ECONNREFUSED');
    }),
  );
});
