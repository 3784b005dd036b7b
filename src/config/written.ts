import { at, type Path, type Plain } from './tree.ts';

/** Looks into what was written, sound or not: a rule must speak up also when another line of the file is wrong. */

export function textAt(value: Plain, path: Path): string | undefined {
  const found = at(value, path);
  return typeof found === 'string' ? found : undefined;
}

/** NaN where no number is there. */
export function numberAt(value: Plain, path: Path): number {
  return Number(textAt(value, path));
}

export function keysAt(value: Plain, path: Path): string[] {
  const found = at(value, path);
  return typeof found === 'object' && found !== null && !Array.isArray(found)
    ? Object.keys(found)
    : [];
}

export function listAt(value: Plain, path: Path): readonly Plain[] {
  const found = at(value, path);
  return Array.isArray(found) ? found : [];
}

export interface WrittenSource {
  readonly path: Path;
  /** Its name, or its place where it has none. */
  readonly name: string;
  readonly kind: string;
  readonly contents: string;
  readonly fields: readonly string[];
}

export function sourcesOf(value: Plain): WrittenSource[] {
  return listAt(value, ['catalog', 'sources']).map((_, index) => {
    const path = ['catalog', 'sources', index];
    return {
      path,
      name: textAt(value, [...path, 'name']) ?? `[${index}]`,
      kind: textAt(value, [...path, 'kind']) ?? 'products',
      contents: textAt(value, [...path, 'contents']) ?? 'full',
      fields: keysAt(value, [...path, 'mapping']),
    };
  });
}
