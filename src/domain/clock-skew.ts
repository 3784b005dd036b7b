import type { NeedsYou } from './facts.ts';

/** Well below the 300 s beyond which every signed delivery is refused (spec: webhook signature; fault 103). */
const alarmMs = 60_000;
const redMs = 240_000;

/** How bad it is that our clock and the service's `Date` header differ so much, whichever of the two is ahead. */
export function clockSkewLevel(skewMs = 0): 'ok' | 'alarm' | 'red' {
  const offMs = Math.abs(skewMs);
  if (offMs < alarmMs) return 'ok';
  return offMs < redMs ? 'alarm' : 'red';
}

/** The service's `Date` is cut to its second, and its answer took a moment: below two seconds nothing is known. */
export function skewSeconds(skewMs: number): number {
  return Math.abs(skewMs) < 2_000 ? 0 : Math.round(skewMs / 1_000);
}

/** Two of one kind, so that the worse one is reported too. */
export function clockNeed(skewMs = 0): readonly NeedsYou[] {
  const level = clockSkewLevel(skewMs);
  if (level === 'ok') return [];
  return [
    {
      id: `clock:${level}`,
      what:
        level === 'red'
          ? 'The clock of this computer is so far off that webhooks are about to be refused.'
          : 'The clock of this computer is off.',
      cause: `It is ${Math.abs(skewSeconds(skewMs))} s ${skewMs > 0 ? 'ahead of' : 'behind'} the clock of the marketplace.`,
      effect:
        'Beyond 300 s every webhook is refused; after five the marketplace ends the endpoint, and orders come by polling alone.',
      fix: 'Set the clock of this computer, preferably by NTP.',
    },
  ];
}
