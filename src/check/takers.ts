import type { Takers } from '../catalog/intake/shared-names.ts';
import type { SourceConfig } from '../config/declaration.ts';
import { ignoreCase, matchNames } from '../files/names.ts';

export function takersOf(sources: readonly SourceConfig[]): Takers<SourceConfig> {
  return { sources, fits: (files, name) => matchNames([files], ignoreCase)(name) };
}
