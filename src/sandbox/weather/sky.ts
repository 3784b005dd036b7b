import { bounds } from '../base/limits.ts';
import { Problem } from '../base/problem.ts';
import type { Random } from '../base/random.ts';
import type { Answer } from '../service/declaration.ts';
import { fits, momentOf, type Rule } from './rule.ts';

type Watched = Rule & { id: number; seen: number; hits: number };

/** What hits one request: delays add up, and of the other rules the first one wins. */
export type Weather = {
  label: string | undefined;
  delayBeforeMs: number;
  delayAfterMs: number;
  before: Rule | undefined;
  after: Rule | undefined;
};

export type Sky = {
  add(rules: readonly Rule[]): Watched[];
  list(): Watched[];
  clear(id?: number): void;
  take(request: { method: string; path: string; target: string }): Weather;
  /** The answer before this one on the same path, for "page served twice". */
  exchange(path: string, answer: Answer): Answer | undefined;
};

const rememberedPaths = 50;

export function createSky(random: Random): Sky {
  let rules: Watched[] = [];
  let nextId = 1;
  const lastAnswers = new Map<string, Answer>();
  const strikes = (rule: Watched): boolean => {
    rule.seen += 1;
    if (rule.seen <= (rule.skip ?? 0)) return false;
    if (rule.count !== undefined && rule.hits >= rule.count) return false;
    if (rule.probability !== undefined && !random.chance(rule.probability)) return false;
    rule.hits += 1;
    return true;
  };
  return {
    add: (added) => {
      if (rules.length + added.length > bounds.weatherRules) {
        throw new Problem('VALIDATION_ERROR', `at most ${bounds.weatherRules} weather rules`);
      }
      const watched = added.map((rule, at) => ({ ...rule, id: nextId + at, seen: 0, hits: 0 }));
      nextId += added.length;
      rules.push(...watched);
      return watched;
    },
    list: () => rules,
    clear: (id) => {
      rules = id === undefined ? [] : rules.filter((rule) => rule.id !== id);
    },
    take: (request) => combine(rules, (rule) => fits(rule, request) && strikes(rule)),
    exchange: (path, answer) => {
      const before = lastAnswers.get(path);
      lastAnswers.delete(path);
      lastAnswers.set(path, answer);
      const oldest = lastAnswers.keys().next().value;
      if (lastAnswers.size > rememberedPaths && oldest !== undefined) lastAnswers.delete(oldest);
      return before;
    },
  };
}

function combine(rules: readonly Watched[], hits: (rule: Watched) => boolean): Weather {
  const weather: Weather = {
    label: undefined,
    delayBeforeMs: 0,
    delayAfterMs: 0,
    before: undefined,
    after: undefined,
  };
  const labels: string[] = [];
  for (const rule of rules) {
    const isTaken = weather.before !== undefined || weather.after !== undefined;
    if ((isTaken && rule.kind !== 'latency') || !hits(rule)) continue;
    labels.push(`${rule.name ?? rule.kind} ${momentOf(rule)}`);
    blow(weather, rule);
  }
  if (labels.length > 0) weather.label = labels.join(', ');
  return weather;
}

function blow(weather: Weather, rule: Rule): void {
  const moment = momentOf(rule);
  if (rule.kind !== 'latency') weather[moment] = rule;
  else if (moment === 'before') weather.delayBeforeMs += rule.delayMs ?? 0;
  else weather.delayAfterMs += rule.delayMs ?? 0;
}
