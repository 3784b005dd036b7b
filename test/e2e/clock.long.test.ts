import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Daemon } from '../support/program.ts';
import { inScene, type SceneOptions, standardConfig, timeout } from '../support/scene.ts';
import { until } from '../support/until.ts';

/** Passes everything on to the marketplace; its answers are dated by a clock of its own. */
async function openOtherClock() {
  const seen = { target: '', aheadMs: 0, answers: 0 };
  const server = http.createServer((request, response) => {
    const { method, headers } = request;
    const onwards = http.request(`${seen.target}${request.url}`, { method, headers }, (answer) => {
      const date = new Date(Date.now() + seen.aheadMs).toUTCString();
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, date });
      answer.pipe(response);
      seen.answers += 1;
    });
    onwards.once('error', () => response.destroy());
    request.pipe(onwards);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { seen, url: `http://127.0.0.1:${port}`, close };
}

const orders = `
orders:
  pollEvery: 1s
  outbox: { folder: ./orders }
`;

async function clockNeeds(daemon: Daemon): Promise<readonly string[]> {
  const { needsYou } = await daemon.facts();
  return needsYou.map(({ id }) => id).filter((id) => id.startsWith('clock'));
}

describe('fault 103: the clock of a daemon', { timeout }, () => {
  it('is compared with the Date of each answer: told from 60 s, red from 240 s, and over once it is right', async () => {
    const { seen, url, close } = await openOtherClock();
    const config: SceneOptions['config'] = (place) => {
      seen.target = place.url;
      return standardConfig({ orders })({ ...place, url });
    };
    await inScene({ config }, async (scene) => {
      const daemon = await scene.daemon();
      // A date has whole seconds, and an answer takes its time.
      const steps = [0, 55, 65, 235, 245, 100, -50, -65, -230, -245, 0];
      for (const aheadSeconds of steps) {
        seen.aheadMs = aheadSeconds * 1_000;
        const before = seen.answers;
        await until('the marketplace has answered by this clock', () => seen.answers > before + 1);
        const off = Math.abs(aheadSeconds);
        const level = off < 60 ? [] : [off < 240 ? 'clock:alarm' : 'clock:red'];
        expect(await clockNeeds(daemon), `${aheadSeconds} s`).toEqual(level);
      }
      seen.aheadMs = 90_000;
      await until('the log says so too', () =>
        scene.read('stockhand.log').includes('The clock of this computer is off.'),
      );
    })().finally(close);
  });
});
