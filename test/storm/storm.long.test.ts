import { describe, expect, it } from 'vitest';
import { FakeClock } from '../support/fake-clock.ts';
import { seeded } from '../support/seeded.ts';
import { type Keeping, TinyMarket } from '../support/tiny-market.ts';
import { liveThrough } from './season.ts';
import { impolite } from './silence.ts';
import { bound, during } from './virtual.ts';
import { stormTo } from './weather.ts';
import { differences, refuses } from './wholesaler.ts';

/** `npm run storm -- 1000000` is the long run: so many mutating requests in all. */
const requests = Number(process.env['STORM_REQUESTS'] ?? 2_000);
const seed = Number(process.env['STORM_SEED'] ?? 1);

const keepings: Keeping[] = (['all', 'notTransient', 'success'] as const).flatMap((store) =>
  [30_000, 3_600_000, 86_400_000].map((retentionMs) => ({ store, retentionMs })),
);
const share = Math.ceil(requests / keepings.length);
/** Eight tries and half an hour, whichever is later (fault 44). */
const repeatsMax = 20;
/** `maxInFlight`: a process that ends in the middle leaves so many, and the next one begins anew with each. */
const openMax = 4;
const articles = Math.min(1_000, Math.max(60, share));

/** What all keepings came to, for the bound on the whole storm. */
const whole = { asked: 0, firstTries: 0, starts: 0 };

describe('invariants I3, I4, I6 and I14: a storm on virtual time, 30 % of the requests in it', () => {
  it.each(keepings)(
    'loses and doubles nothing where the service keeps $store answers for $retentionMs ms',
    { timeout: 180_000 + share * 100 },
    async (keeping) => {
      const clock = new FakeClock(Date.now());
      const chance = seeded(seed + keepings.indexOf(keeping));
      clock.chance = chance;
      const market = new TinyMarket(keeping);
      market.keepsCalls = false;
      market.refuses = refuses;
      const storm = stormTo(market, { clock, chance });
      const season = await liveThrough(
        {
          clock: bound(clock),
          chance,
          transport: storm.transport,
          during: (work) => during(clock, work),
          requests: () => market.requests,
          calm: storm.calm,
        },
        { requests: share, articles, patienceMs: 120_000 },
      );
      const { wholesaler, firstTries, startsAt, days } = season;
      if (requests > 2_000)
        process.stdout.write(
          `${keeping.store} ${keeping.retentionMs / 1_000} s: ${market.keptFailures} kept, ${storm.mutations()} requests (${market.repeatedFailures} found a kept failure) for ${firstTries} first tries, ${days} exports, ${startsAt.length} processes, ${market.breaches.length} breaches, ${Math.round(clock.monotonic() / 3_600_000)} h\n`,
        );
      expect(market.breaches).toEqual([]);
      expect(storm.open.breaches).toEqual([]);
      expect(
        differences(
          wholesaler.truth((externalId) => refuses({ externalId }) === undefined),
          market.products.values(),
        ),
      ).toEqual([]);
      const { early, late } = impolite({ ...storm, startsAt });
      expect(early).toEqual([]);
      // Three failures in a row are an outage of the lane, which then waits for its own backoff.
      expect(late.length, late.join(', ')).toBeLessThanOrEqual(storm.silences.length / 50);
      whole.asked += storm.mutations();
      whole.firstTries += firstTries;
      whole.starts += startsAt.length;
      // Where a key keeps a failure, asking for half an hour is what is left: that is bounded apart (fault 44).
      const asked = storm.mutations() - market.repeatedFailures;
      expect(asked).toBeLessThanOrEqual(1.6 * firstTries + 8 * startsAt.length);
      expect(market.repeatedFailures).toBeLessThanOrEqual(
        repeatsMax * (market.keptFailures + openMax * startsAt.length),
      );
    },
  );

  it('asks at most 1.6 times for each first try, over all keepings and with what a key keeps for ever', () => {
    expect(whole.firstTries).toBeGreaterThan(0);
    expect(whole.asked).toBeLessThanOrEqual(1.6 * whole.firstTries + 8 * whole.starts);
    if (requests > 2_000)
      process.stdout.write(
        `all keepings: ${whole.asked} requests for ${whole.firstTries} first tries, ${(whole.asked / whole.firstTries).toFixed(2)} x\n`,
      );
  });
});
