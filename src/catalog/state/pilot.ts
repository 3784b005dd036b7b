import type { CatalogConfig } from '../terms/ports.ts';

/** Whether `only` of the configuration lets an article in. As a set, because both may be many. */
export function pilotOf({ only }: Pick<CatalogConfig, 'only'>): (externalId: string) => boolean {
  const ids = only && new Set(only);
  return (externalId) => ids?.has(externalId) ?? true;
}
