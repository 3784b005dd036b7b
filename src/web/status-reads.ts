import type { FastifyInstance } from 'fastify';
import { errorText } from '../domain/error.ts';
import { statusDocument } from '../domain/status-document.ts';
import { tokenHeader } from './access.ts';
import type { Asset } from './assets.ts';
import { within } from './deadline.ts';
import { health } from './health.ts';
import { metricsContentType, metricsText } from './metrics.ts';
import { shell } from './shell.ts';
import { type StatusParts, sendJson, type WhyQuestion } from './status-parts.ts';
import { pageView } from './view.ts';

const whyWithinMs = 30_000;
/** The longest externalId (spec "Limits"); an order number is hardly longer. */
const questionMax = 255;

/** What can be read (contract.md section 5). Nothing here changes anything (fault 108). */
export function declareReads(
  app: FastifyInstance,
  parts: StatusParts,
  assets: ReadonlyMap<string, Asset>,
): void {
  const { deps, reader, access, language, file } = parts;
  const view = async () => pageView(await reader.read(), { language, nowMs: deps.clock.now() });

  app.get('/', async (request, reply) => {
    const page = await view();
    const token = access.sessionFor(request, reply)?.token ?? '';
    const markup = shell(page, { token, canLogOut: access.needsPassword, file });
    return reply.type('text/html; charset=utf-8').send(markup);
  });

  app.get('/api/page', async (request, reply) => {
    const page = await view();
    // A page may be open for longer than its session, which ends with the process: it gets the new token (fault 108).
    reply.header(tokenHeader, access.sessionFor(request, reply)?.token ?? '');
    return sendJson(request, reply, page);
  });

  app.get('/api/status', async (request, reply) =>
    sendJson(request, reply, statusDocument(await reader.read())),
  );

  app.get('/api/why', async (request, reply) => {
    const question = questionOf(request.query);
    if (question === undefined) {
      return reply.code(400).send({ message: 'Ask with ?product=NUMBER or ?order=NUMBER.' });
    }
    return sendJson(request, reply, await within(deps.clock, whyWithinMs, deps.why(question)));
  });

  app.get('/metrics', async (_request, reply) =>
    reply.type(metricsContentType).send(await metricsText(await reader.read())),
  );

  app.get('/healthz', async (request, reply) => {
    const { ok, reasons } = await currentHealth(parts);
    const shown = access.judgeReader(request) === 'open' ? reasons : [];
    return reply.code(ok ? 200 : 503).send({ ok, reasons: shown });
  });

  for (const [path, { contentType, bytes, etag }] of assets) {
    app.get(path, (request, reply) => {
      reply.headers({ etag, 'cache-control': 'no-cache' });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type(contentType).send(bytes);
    });
  }
}

async function currentHealth({ deps, reader }: StatusParts) {
  try {
    return health(await reader.read(), deps.clock.now());
  } catch (error) {
    // A daemon that cannot even tell its state is not well; the answer itself must come.
    const reason = errorText(error);
    return { ok: false, reasons: [`The state cannot be read: ${reason}`] };
  }
}

function questionOf(query: unknown): WhyQuestion | undefined {
  if (typeof query !== 'object' || query === null) return undefined;
  const [[kind, text] = [], ...more] = Object.entries(query);
  if (more.length > 0 || typeof text !== 'string') return undefined;
  if (text === '' || text.length > questionMax) return undefined;
  if (kind === 'product') return { product: text };
  return kind === 'order' ? { order: text } : undefined;
}
