import type { CatalogStore } from './ports.ts';

/** What is kept as JSON in `meta` under a name; undefined where nothing is, or an empty text. */
export function readMeta<Value>(
  { meta }: Pick<CatalogStore, 'meta'>,
  name: string,
): Value | undefined {
  const text = meta.get(name) ?? '';
  return text === '' ? undefined : (JSON.parse(text) as Value);
}
