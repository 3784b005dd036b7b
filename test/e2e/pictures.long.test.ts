import fs from 'node:fs';
import http, { type IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { pixel } from '../support/pixel.ts';
import { articlesSource, inScene, type Scene, timeout } from '../support/scene.ts';

const catalog = `
catalog:
  sessionFrom: 2
  pictures: { folder: ./bilder }
  sources:
${articlesSource('externalId: ArtNr, name: Bezeichnung')}`;

interface Once {
  readonly catalog: { readonly calls: { readonly pictures: number } };
  readonly waitsForPerson: readonly { readonly what: string; readonly cause: string }[];
}

interface History {
  readonly marketplace: { readonly sessions: readonly Record<string, unknown>[] };
  readonly sessions: readonly { readonly state: string; readonly sessionId: string }[];
  readonly runs: readonly { readonly run: number; readonly sent: number }[];
}

interface Story {
  readonly picture: { readonly file: string; readonly state: string };
}

interface Status {
  readonly catalog: { readonly pictures: { readonly confirmed: number; readonly parked: number } };
}

function fill(scene: Scene): void {
  fs.mkdirSync(scene.path('bilder'));
  scene.write('out/artikel.csv', 'ArtNr;Bezeichnung\r\nA/1;Axt\r\nB;Beil\r\nC;Clip\r\n');
  scene.write('bilder/B.png', pixel);
  scene.write('bilder/C.jpg', 'kein Bild');
}

describe('pictures with the program', () => {
  it(
    'go up in one pass, and every command tells of them; the second pass sends nothing',
    inScene({ catalog }, async (scene) => {
      fill(scene);
      const first = await scene.json<Once>('run', '--once');
      expect(first).toMatchObject({ exitCode: 2, catalog: { calls: { pictures: 1 } } });
      expect(first.waitsForPerson[0]?.cause).toContain('C.jpg: is not a picture');
      const second = await scene.json<Once>('run', '--once');
      expect(second.catalog.calls).toEqual({
        batchUpsert: 0,
        batchStock: 0,
        delete: 0,
        pictures: 0,
      });
      const { picture } = await scene.json<Story>('why', 'product', 'B');
      expect(picture).toMatchObject({ file: 'B.png', state: 'inStep' });
      expect((await scene.run('why', 'product', 'C')).stdout).toContain('C.jpg: rejected');
      const status = await scene.json<Status>('status');
      expect(status.catalog.pictures).toMatchObject({ confirmed: 1, parked: 1 });
      const history = await scene.json<History>('history');
      expect(history.marketplace.sessions).toMatchObject([{ status: 'COMPLETED', totalItems: 3 }]);
      expect(history.sessions).toMatchObject([{ state: 'ended' }]);
      expect(history.runs).toMatchObject([{ run: 1, sent: 3 }]);
      const text = (await scene.run('history')).stdout;
      expect(text).toContain('(run 1 here)');
      expect(text).toContain('artikel.csv');
    }),
    timeout,
  );

  it(
    'go up with the daemon, which sees a new one without a restart',
    inScene({ catalog }, async (scene) => {
      fill(scene);
      const daemon = await scene.daemon();
      const images = async () =>
        (await scene.market.products()).find(({ externalId }) => externalId === 'B')?.['images'];
      await expect.poll(images, { timeout: 30_000 }).toBeTruthy();
      const before = await images();
      scene.write('bilder/B.png', Buffer.concat([pixel, Buffer.from('neu')]));
      await expect.poll(images, { timeout: 30_000 }).not.toBe(before);
      const history = await scene.json<History>('history');
      expect(history.runs).toHaveLength(1);
      daemon.kill('SIGTERM');
    }),
    timeout,
  );

  it(
    'fault 56: leave through a socket on which no credential is seen',
    async () => {
      const seen: { method: string; headers: IncomingHttpHeaders; raw: readonly string[] }[] = [];
      const storage = http.createServer((request, response) => {
        const { method = '', headers, rawHeaders: raw } = request;
        seen.push({ method, headers, raw });
        request.resume().on('end', () => response.writeHead(200).end());
      });
      await new Promise<void>((resolve) => storage.listen(0, '127.0.0.1', resolve));
      const { port } = storage.address() as { port: number };
      await inScene({ catalog }, async (scene) => {
        fill(scene);
        await scene.weather({
          kind: 'body',
          path: '^.*/images/presign$',
          count: 1,
          body: {
            mediaId: 'm',
            uploadUrl: `http://127.0.0.1:${port}/put?signature=s`,
            expiresAt: '2099-01-01T00:00:00Z',
          },
        });
        await scene.run('run', '--once', '--wait', '5s');
        expect(seen).toHaveLength(1);
        const [upload] = seen;
        expect(upload?.method).toBe('PUT');
        expect(upload?.headers['content-type']).toBe('image/png');
        expect(upload?.headers['content-length']).toBe(String(pixel.length));
        expect(upload?.raw.join(' ')).not.toMatch(
          /authorization|cookie|bearer|idempotency|sandbox-key/i,
        );
        expect(fs.readFileSync(scene.path('stockhand.log'), 'utf8')).not.toContain('signature=s');
      })();
      storage.closeAllConnections();
      storage.close();
    },
    timeout,
  );
});
