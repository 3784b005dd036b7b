import { afterEach, expect, it } from 'vitest';
import { stateFindings } from '../../src/check/doctor.ts';
import { statusText } from '../../src/cli/status.ts';
import { systemClock } from '../../src/clock.ts';
import type { StatusFacts } from '../../src/domain/facts.ts';
import type { WatchFacts } from '../../src/files/watch.ts';
import { createStatus } from '../../src/status/status.ts';
import { pageView } from '../../src/web/view.ts';
import { World } from './world.ts';

const hearing = { watching: true, failed: false, hints: 3, missed: 0, deaf: false };
const deaf = { ...hearing, missed: 2, deaf: true };
const remedy = 'Stockhand watches it again by itself; nothing is missed meanwhile.';

let world: World | undefined;
afterEach(() => world?.close());

/** The facts of a daemon whose watchers say that of themselves. */
function statusWith(watch: Record<'outbox' | 'commands', Omit<WatchFacts, 'folder'>>): StatusFacts {
  const opened = new World({ options: { lookEveryMs: 5_000 } });
  world = opened;
  opened.deps = () => ({
    watched: () => [
      { folder: opened.outboxFolder, ...watch.outbox },
      { folder: opened.commandFolder, ...watch.commands },
    ],
  });
  opened.restart();
  return createStatus(systemClock)({
    ...{ baseUrl: '', version: '', sandbox: false, catalog: undefined, needsYou: [], events: [] },
    ...{ sending: { sent: {}, lanes: [] } as never, webhooks: undefined },
    orders: opened.flow.facts(),
  });
}

it.each(['outbox', 'commands'] as const)(
  'fault 19: that the watcher of the %s is deaf stands in the status, on the page and in doctor, with cause, folder and what to do',
  (which) => {
    const facts = statusWith({ outbox: hearing, commands: hearing, [which]: deaf });
    const folder = which === 'outbox' ? world?.outboxFolder : world?.commandFolder;
    const sentence = `Changes in ${folder} are not reported at once: the system did not report 2 changes that a look found. Stockhand still looks at it every 5 s.`;
    expect(statusText(facts, true)).toContain(`\n${which}: ${sentence} ${remedy}`);
    const { panels } = pageView(facts, { language: 'en', nowMs: 0, timeZone: 'UTC' });
    const telling = panels.filter((panel) => panel.sentence.endsWith(`${sentence} ${remedy}`));
    expect(telling.map(({ id }) => id)).toEqual([
      which === 'outbox' ? 'orders-out' : 'orders-back',
    ]);
    const findings = stateFindings({ isDaemon: true, facts });
    expect(findings.filter(({ remedy: told }) => told === remedy)).toEqual([
      { area: 'daemon', level: 'warning', place: which, sentence, remedy },
    ]);
  },
);

it('folders of orders whose watchers hear say nothing of them', () => {
  const { orders } = statusWith({ outbox: hearing, commands: hearing });
  expect([orders?.outbox.unwatched, orders?.commands.unwatched]).toEqual([undefined, undefined]);
});
