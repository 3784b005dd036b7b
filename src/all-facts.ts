import type { Alerts } from './alerts/alerts.ts';
import type { Parts } from './app.ts';
import { clockNeed } from './domain/clock-skew.ts';
import type { NeedsYou } from './domain/facts.ts';
import type { Listeners } from './listeners.ts';
import { createStatus } from './status/status.ts';
import { version } from './version.ts';

/** A part that looks on while the daemon runs, and says what needs a person. */
export interface Watch {
  needsYou(): readonly NeedsYou[];
}

const eventsShown = 50;

/** Adds what all parts say of themselves. Those that are started later are asked once they are there. */
export function withFacts(
  base: Omit<Parts, 'facts' | 'needsYou' | 'met'>,
  started: () => {
    readonly listeners: Listeners | undefined;
    readonly watches: readonly Watch[];
    readonly lastRun: Watch;
    readonly alerts: Alerts;
  },
): Parts {
  const { config, clock, door, catalog, orders } = base;
  const status = createStatus(clock, config.language);
  const ofProcess = (): readonly NeedsYou[] => [
    ...clockNeed(door.exchange.facts().clockSkewMs),
    ...started().alerts.needsYou(),
  ];
  const needsYou = async (): Promise<readonly NeedsYou[]> => [
    ...((await catalog?.needsYou()) ?? []),
    ...(orders?.flow.needsYou() ?? []),
    ...(started().listeners?.needsYou() ?? []),
    ...started().watches.flatMap((watch) => watch.needsYou()),
    ...ofProcess(),
  ];
  return {
    ...base,
    needsYou,
    met: async () => [
      ...((await catalog?.met()) ?? []),
      ...(orders?.flow.met() ?? []),
      ...ofProcess(),
    ],
    async facts() {
      const needs = await needsYou();
      const told = new Set(needs.map(({ id }) => id));
      return status({
        baseUrl: config.marketplace.baseUrl,
        version,
        sandbox: config.marketplace.baseUrl.startsWith('http://'),
        sending: door.exchange.facts(),
        catalog: await catalog?.facts(),
        orders: orders?.flow.facts(),
        webhooks: started().listeners?.webhookFacts(),
        // A pass or `apply` tells what it meets itself; only who looks in between asks what the last one met.
        needsYou: [
          ...needs,
          ...started()
            .lastRun.needsYou()
            .filter(({ id }) => !told.has(id)),
        ],
        events: newestFirst([
          ...((await catalog?.events(eventsShown)) ?? []),
          ...(orders?.events(eventsShown) ?? []),
        ]).map(({ at, text }) => ({ at, text })),
      });
    },
  };
}

/** What came in the same millisecond stays in the order that its part gives. */
export function newestFirst<Event extends { readonly at: string }>(
  events: readonly Event[],
): Event[] {
  return events.toSorted((a, b) => Number(a.at < b.at) - Number(a.at > b.at));
}
