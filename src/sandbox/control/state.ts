import { z } from 'zod';
import { type OpenPoints, openPoints, scopes } from '../base/options.ts';
import { storeKey } from '../service/credential.ts';
import { writeReport } from './report.ts';
import { type ControlRoute, ok, read } from './route.ts';
import { clearState, loadSnapshot, takeSnapshot } from './snapshot.ts';

const save: ControlRoute = {
  method: 'GET',
  path: '/sandbox/state',
  summary: 'The whole state as JSON',
  handle: ({ market }) => ok(takeSnapshot(market)),
};

const load: ControlRoute = {
  method: 'PUT',
  path: '/sandbox/state',
  summary: 'Load a state taken before',
  handle: ({ market }, { body }) => {
    loadSnapshot(market, body);
    return { status: 204 };
  },
};

const clear: ControlRoute = {
  method: 'DELETE',
  path: '/sandbox/state',
  summary: 'Start over with an empty marketplace',
  handle: ({ market }) => {
    clearState(market);
    return { status: 204 };
  },
};

const report: ControlRoute = {
  method: 'GET',
  path: '/sandbox/report',
  summary: 'What came of everything in the ledger, for a rehearsal',
  handle: (house) => ok(writeReport(house)),
};

const choices = Object.entries(openPoints).map(([point, values]) => [point, z.enum(values)]);
const settingsChange = z.strictObject({
  idempotency: z
    .strictObject({
      store: z.enum(['all', 'notTransient', 'success']).optional(),
      retentionSeconds: z.number().positive().optional(),
      forbidden: z.enum(['neverKept', 'kept']).optional(),
    })
    .optional(),
  omitted: z.enum(['clears', 'keeps']).optional(),
  afterDelete: z.enum(['revives', 'refuses']).optional(),
  rateLimit: z
    .strictObject({ limit: z.int().min(1), windowSeconds: z.number().positive() })
    .nullable()
    .optional(),
  allowLoopbackWebhooks: z.boolean().optional(),
  latencyMs: z.int().min(0).optional(),
  tokenSeconds: z.int().min(1).optional(),
  notShown: z.strictObject(Object.fromEntries(choices)).partial().optional(),
});

const showSettings: ControlRoute = {
  method: 'GET',
  path: '/sandbox/settings',
  summary: 'The switches',
  handle: ({ market }) => {
    const { open, portalSession: _session, ...shown } = market.settings;
    return ok({ ...shown, notShown: open });
  },
};

const changeSettings: ControlRoute = {
  method: 'PATCH',
  path: '/sandbox/settings',
  summary: 'Turn switches while it runs',
  handle: (house, call) => {
    const { idempotency, rateLimit, notShown, ...plain } = read(settingsChange, call.body);
    const { settings } = house.market;
    Object.assign(settings, plain);
    Object.assign(settings.idempotency, idempotency);
    if (rateLimit !== undefined) settings.rateLimit = rateLimit ?? undefined;
    Object.assign(settings.open, notShown satisfies Partial<OpenPoints> | undefined);
    return showSettings.handle(house, call);
  },
};

const wantedKey = z.strictObject({
  key: z.string().min(1),
  scopes: z.array(z.enum(scopes)).default([...scopes]),
  side: z.enum(['SUPPLIER', 'BUYER']).default('SUPPLIER'),
  /** false: the token endpoint answers ERROR 401 for this key. */
  acceptedForToken: z.boolean().default(true),
});

const addKey: ControlRoute = {
  method: 'POST',
  path: '/sandbox/keys',
  summary: 'Add an API key or change its scopes',
  handle: ({ market }, { body }) => {
    const wanted = read(wantedKey, body);
    storeKey(market.store, wanted);
    market.store.run(
      'UPDATE credentials SET acceptedForToken = ? WHERE key = ?',
      Number(wanted.acceptedForToken),
      wanted.key,
    );
    return { status: 201, body: wanted };
  },
};

const revokeKey: ControlRoute = {
  method: 'POST',
  path: '/sandbox/keys/revoke',
  summary: 'Revoke an API key and its tokens',
  handle: ({ market }, { body }) => {
    const { key } = read(z.strictObject({ key: z.string() }), body);
    const { changes } = market.store.run('UPDATE credentials SET revoked = 1 WHERE key = ?', key);
    return ok({ revoked: changes });
  },
};

const creditChange = z.strictObject({
  creditLimit: z.number().min(0).nullable().default(null),
  creditHold: z.boolean().default(false),
});

const setCredit: ControlRoute = {
  method: 'PUT',
  path: '/sandbox/buyers/:buyerId',
  summary: 'Set the credit limit and hold of a buyer',
  handle: ({ market }, { params, body }) => {
    const { creditLimit, creditHold } = read(creditChange, body);
    market.store.run(
      'INSERT OR REPLACE INTO buyers (buyerId, creditLimit, creditHold) VALUES (?, ?, ?)',
      Number(params['buyerId']),
      creditLimit === null ? null : Math.round(creditLimit * 1000),
      Number(creditHold),
    );
    return ok({ buyerId: Number(params['buyerId']), creditLimit, creditHold });
  },
};

export const stateRoutes: readonly ControlRoute[] = [
  save,
  load,
  clear,
  report,
  showSettings,
  changeSettings,
  addKey,
  revokeKey,
  setCredit,
];
