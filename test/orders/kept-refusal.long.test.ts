import { describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import { openSetting, place, type Setting } from './setting.ts';

/** Ten minutes last a tenth of a second. */
const speed = 6_000;

const kinds = [
  { kind: 'single action', count: 1, version: 'newest', at: '^.*/[0-9]+/accept$' },
  { kind: 'batch action', count: 3, version: 'any', at: '^.*/batch/accept$' },
];
type Kind = (typeof kinds)[number];

/** More of them: KEPT_SEEDS=1,2,3. */
const seeds = (process.env['KEPT_SEEDS'] ?? '1').split(',').map(Number);

const forbidden = { kind: 'status', type: 'FORBIDDEN' };

/** Orders whose accepts meet this weather, one rule after the other. */
async function openKept({ count, version, at }: Kind, weather: readonly object[]) {
  const idempotency = { store: 'all', forbidden: 'kept' } as const;
  const setting = await openSetting({ idempotency }, speed);
  const ids: string[] = [];
  for (let order = 0; order < count; order += 1)
    ids.push(await place(setting, { lines: [{ name: 'Beratung', quantity: 1 }] }));
  await setting.world.pass();
  for (const rule of weather)
    await setting.control('POST', '/sandbox/weather', { ...rule, path: at, count: 1 });
  const of = version === 'any' ? ',any' : ',';
  setting.world.drop(
    'accept.csv',
    `orderId,action,version\n${ids.map((id) => `${id},accept${of}\n`).join('')}`,
  );
  return { ...setting, ids };
}

const acceptsOf = async ({ market }: Setting) =>
  (await market.mutations()).filter(({ path }) => path.endsWith('/accept'));

const outcomes = ({ world }: Setting) =>
  world.receipt('accept.csv.receipt.csv').map(({ outcome }) => outcome);

const effectsOf = (calls: Awaited<ReturnType<typeof acceptsOf>>) =>
  calls.flatMap(({ effects }) => effects.map(({ orderId }) => String(orderId)));

/** Calls with a new key while an attempt under the key before has neither an answer nor a later one that settles it. */
function renewedWhileOpen(calls: Awaited<ReturnType<typeof acceptsOf>>): readonly string[] {
  const last = new Map<string, { key: string | null; isOpen: boolean }>();
  return calls.flatMap(({ path, body, key, status }) => {
    const call = `${path} ${JSON.stringify(body)}`;
    const before = last.get(call);
    const wasOpen = before?.isOpen === true;
    const isOpen = status === 0 || status >= 500 || (status === 403 && wasOpen);
    last.set(call, { key, isOpen });
    return wasOpen && before?.key !== key ? [call] : [];
  });
}

describe('a 403 that the marketplace keeps under its key', () => {
  it.each(kinds)('does not keep a $kind off once its cause is gone', async (kind) => {
    const setting = await openKept(kind, [forbidden]);
    await setting.world.pass();
    const calls = await acceptsOf(setting);
    expect(calls.map(({ status }) => status)).toEqual([403, 200]);
    const [first, second] = calls;
    const { path, body, ifMatch } = first!;
    expect(second).toMatchObject({ path, body, ifMatch });
    expect(second!.key).not.toBe(first!.key);
    expect(effectsOf(calls)).toEqual(setting.ids);
    expect(outcomes(setting)).toEqual(setting.ids.map(() => 'done'));
  });

  it.each(kinds)(
    'leaves a $kind its key where an attempt before it got no answer',
    async (kind) => {
      const setting = await openKept(kind, [{ kind: 'reset' }, forbidden]);
      const pass = setting.world.pass();
      await until('the kept answer comes', async () => (await acceptsOf(setting))[3]?.replayed);
      await setting.control('POST', '/sandbox/clock', { advanceSeconds: 86_401 });
      await pass;
      const calls = await acceptsOf(setting);
      expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
      expect(effectsOf(calls)).toEqual(setting.ids);
      expect(outcomes(setting)).toEqual(setting.ids.map(() => 'done'));
    },
  );

  it('holds no order back where the daemon was stopped meanwhile, and its cause is gone only later', async () => {
    const [single] = kinds;
    const setting = await openKept(single!, [forbidden, forbidden]);
    const { world } = setting;
    const keyNow = () => world.store.requests.byId(1)?.idempotency_key;
    await world.passUntil('it waits under a new key', () => keyNow() === 'key 2');
    await world.pass();
    const calls = await acceptsOf(setting);
    expect(calls.map(({ status }) => status)).toEqual([403, 403, 200]);
    expect(new Set(calls.map(({ key }) => key)).size).toBe(3);
    expect(effectsOf(calls)).toEqual(setting.ids);
  });

  it.each(seeds)(
    'renews no key with an open attempt, and no order is done twice, seed %i',
    async (seed) => {
      const setting = await openSetting({ seed, idempotency: { forbidden: 'kept' } }, speed);
      const { world, market, control } = setting;
      const ids: string[] = [];
      for (let order = 0; order < 8; order += 1)
        ids.push(await place(setting, { lines: [{ name: 'Beratung', quantity: 1 }] }));
      await world.pass();
      const actions = { method: 'POST', path: '^.*/(accept|dispatch)$' };
      await control('POST', '/sandbox/weather', [
        { ...actions, ...forbidden, count: 1 },
        { ...actions, ...forbidden, probability: 0.4 },
        { ...actions, kind: 'reset', when: 'after', probability: 0.3 },
        { ...actions, kind: 'reset', probability: 0.2 },
        { ...actions, kind: 'status', status: 500, when: 'after', probability: 0.2 },
      ]);
      const rows = (action: string, of: readonly string[], version: string) =>
        of.map((id) => `${id},${action},${version}\n`).join('');
      world.drop('1.csv', `orderId,action,version\n${rows('accept', ids.slice(0, 4), '')}`);
      world.drop('2.csv', `orderId,action,version\n${rows('accept', ids.slice(4), 'any')}`);
      world.drop('3.csv', `orderId,action,version\n${rows('dispatch', ids, 'any')}`);
      await world.passUntil('one is refused', async () =>
        (await acceptsOf(setting)).some(({ status }) => status === 403),
      );
      for (let life = 0; life < 8; life += 1) await world.passFor(150);
      await control('DELETE', '/sandbox/weather');
      await control('POST', '/sandbox/clock', { advanceSeconds: 86_401 });
      await world.pass();
      const calls = (await market.mutations()).filter(({ path }) => /accept|dispatch/.test(path));
      expect(new Set(effectsOf(calls)).size).toBe(8);
      expect(effectsOf(calls)).toHaveLength(16);
      expect(renewedWhileOpen(calls)).toEqual([]);
      for (const file of ['1.csv', '2.csv', '3.csv'])
        for (const row of world.receipt(`${file}.receipt.csv`))
          expect(row).toMatchObject({ outcome: 'done' });
    },
  );
});
