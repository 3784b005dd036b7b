import type { Rule } from './rule.ts';

/** Named storms for rehearsals and demonstrations. */
export const storms: Record<string, readonly Rule[]> = {
  monday: [
    { name: 'monday: slow', kind: 'latency', probability: 0.3, delayMs: 400 },
    { name: 'monday: rate', kind: 'rateStorm', probability: 0.1, delayMs: 1000 },
    { name: 'monday: error', kind: 'status', status: 500, probability: 0.05 },
    { name: 'monday: gateway', kind: 'html', status: 502, probability: 0.03 },
    { name: 'monday: lost answer', kind: 'reset', when: 'after', probability: 0.03 },
  ],
  maintenance: [
    { name: 'maintenance', kind: 'maintenance', count: 20, headers: { 'retry-after': '2' } },
  ],
  'lossy line': [
    { name: 'lossy line: reset before', kind: 'reset', when: 'before', probability: 0.08 },
    { name: 'lossy line: reset after', kind: 'reset', when: 'after', probability: 0.08 },
    { name: 'lossy line: cut', kind: 'cut', probability: 0.06 },
    { name: 'lossy line: drip', kind: 'drip', probability: 0.04, delayMs: 20 },
    { name: 'lossy line: slow', kind: 'latency', probability: 0.2, delayMs: 250 },
  ],
};
