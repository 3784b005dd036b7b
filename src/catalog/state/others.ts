import type { Fields } from '../mapping/mapped-row.ts';
import type { EngineDeps, SourceConfig, StateDeps } from '../terms/ports.ts';
import { countingRuns } from './counting-runs.ts';
import { createIsHidden, hidden, hidingOf } from './hidden.ts';
import { createKeptOfMoved, movedFields } from './moved-fields.ts';
import { seenAgain } from './own-hides.ts';

/**
 * All that is said of a product, each over those before: defaults, kept moved fields, other sources, this source's own,
 * `hidden`.
 */
export type Among = (product: number, own: Fields) => readonly Fields[];

export function amongOthers({ store, config }: StateDeps, source: SourceConfig): Among {
  const runs = [...countingRuns({ store, config })].filter(([name]) => name !== source.name);
  const defaults = defaultsOf(config);
  const isHidden = createIsHidden(
    store,
    hidingOf({ store, config }),
    runs.map(([name]) => name),
  );
  const moved = movedFields({ store, config }).filter((field) => field.source !== source.name);
  const keptOfMoved = createKeptOfMoved(store.requests, moved);
  return (product, own) => {
    const parts = runs.map(([name, run]): Fields => {
      const part = store.parts.get(product, name, run);
      return part === undefined ? {} : JSON.parse(part);
    });
    const row = store.mirror.get(product);
    const confirmed = {
      id: product,
      externalId: row?.external_id ?? '',
      contentRequest: row?.content_request ?? null,
      traits: row?.traits ?? null,
    };
    const statedBy = (asked: string): Fields =>
      parts[runs.findIndex(([name]) => name === asked)] ?? {};
    const kept = keptOfMoved(confirmed, statedBy);
    return [defaults, kept, ...parts, own, isHidden(confirmed, parts) ? hidden : {}];
  };
}

export function defaultsOf({ vanished }: Pick<EngineDeps['config'], 'vanished'>): Fields {
  return vanished === 'hide' ? seenAgain : {};
}
