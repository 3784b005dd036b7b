import { describe, expect, it } from 'vitest';
import type { Sender, Verdict } from '../../src/domain/exchange.ts';
import type { FlowDeps } from '../../src/orders/parts.ts';
import { until } from '../support/until.ts';
import { openWorld } from './open-world.ts';
import type { World } from './world.ts';

/** As under a refusal that the marketplace keeps under its key: nothing but the signal ends it. */
const neverAnswered: Sender['send'] = (_, signal) =>
  new Promise<Verdict>((resolve) => {
    const end = () => resolve({ kind: 'stopped', attempts: 1 });
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
  });

/** Calls `at` before each call of one of these ports. */
function observed(deps: FlowDeps, at: (call: string) => void): Partial<FlowDeps> {
  const each = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get(target, name, receiver) {
        const value: unknown = Reflect.get(target, name, receiver);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          at(`${String(name)} ${given[0]}`);
          return value.apply(target, given);
        };
      },
    });
  return {
    files: each(deps.files),
    reads: each(deps.reads),
    sender: each({ ...deps.sender, send: neverAnswered }),
    claimOutbox: async (known) => {
      at('claimOutbox');
      const claimed = await deps.claimOutbox(known);
      return 'offline' in claimed ? claimed : { ...claimed, outbox: each(claimed.outbox) };
    },
  };
}

/** A new order; a command that was sent and has no answer; three that go as one batch, and one that goes alone. */
async function openBusy(): Promise<World> {
  const world = openWorld();
  for (const id of ['1', '2', '3', '4', '5']) world.market.put(id);
  await world.pass();
  world.deps = (deps) => ({ sender: { ...deps.sender, send: neverAnswered } });
  world.drop('old.csv', 'orderId,action,version\n5,accept,any\n');
  await world.passUntil('it is sent', () => world.store.requests.byId(1) !== undefined);
  world.market.put('6');
  const rows = ['1', '2', '3'].map((id) => `${id},accept,any\n`).join('');
  world.drop('new.csv', `orderId,action,version\n${rows}4,accept,\n`);
  return world;
}

const twoHoursMs = 2 * 60 * 60_000;

const calls = [
  ...['claimOutbox', 'orderPage', 'order 5', 'order 6', 'scan', 'observe', 'readWhole'],
  ...['writeAtomically', 'send', 'list ', 'stage', 'publish'],
];

describe('the order side', () => {
  it.each(calls)(
    'ends soon where it is told to stop at %s, also while requests get no answer',
    async (call) => {
      const world = await openBusy();
      let stopping: Promise<string> | undefined;
      world.deps = (deps) => ({
        clock: { ...deps.clock, now: () => deps.clock.now() + twoHoursMs },
        ...observed(deps, (made) => {
          if (made.startsWith(call)) stopping ??= world.flow.stop().then(() => 'stopped');
        }),
      });
      world.restart();
      world.flow.start();
      await until(`it comes to ${call}`, () => stopping !== undefined);
      const late = new Promise((resolve) => setTimeout(resolve, 10_000, 'still running'));
      expect(await Promise.race([stopping, late])).toBe('stopped');
    },
  );
});
