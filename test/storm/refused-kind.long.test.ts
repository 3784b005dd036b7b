import { describe, expect, it } from 'vitest';
import { FakeClock } from '../support/fake-clock.ts';
import { seeded } from '../support/seeded.ts';
import { TinyMarket } from '../support/tiny-market.ts';
import { liveThrough } from './season.ts';
import { bound, during } from './virtual.ts';
import { stormTo } from './weather.ts';
import { differences, refuses } from './wholesaler.ts';

/** More of them: STORM_SEEDS=1,2,3. */
const seeds = (process.env['STORM_SEEDS'] ?? '2').split(',').map(Number);
const requests = 150;

describe('invariants I4 and I6: a right that comes and goes in a storm, each 403 kept under its key', () => {
  it.each(seeds)(
    'nothing is done twice, and nothing old after something newer, seed %i',
    { timeout: 120_000 },
    async (seed) => {
      const clock = new FakeClock(Date.now());
      const chance = seeded(seed);
      clock.chance = chance;
      const market = new TinyMarket({ store: 'notTransient', retentionMs: 3_600_000 });
      market.refuses = refuses;
      const storm = stormTo(market, { clock, chance, forbidden: 200 });
      const { wholesaler, startsAt } = await liveThrough(
        {
          clock: bound(clock),
          chance,
          transport: storm.transport,
          during: (work) => during(clock, work),
          requests: () => market.requests,
          calm: storm.calm,
        },
        { requests, articles: 60, patienceMs: 1_200_000 },
      );
      expect(startsAt.length).toBeGreaterThan(1);
      expect(storm.mutations()).toBeGreaterThanOrEqual(requests);
      expect(market.breaches).toEqual([]);
      expect(storm.open.breaches).toEqual([]);
      const truth = wholesaler.truth((externalId) => refuses({ externalId }) === undefined);
      expect(differences(truth, market.products.values())).toEqual([]);
    },
  );
});
