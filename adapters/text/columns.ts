/**
 * The columns of a table: the names by index, and the index by name. A Map, so `__proto__` is a name like any other
 * (fault 10).
 */
export interface TableColumns {
  readonly names: readonly string[];
  /** The index; -1 where the table lacks it. Neither blanks around the name count, nor how its accents are composed. */
  column(name: string): number;
}

export function tableColumns(names: readonly string[]): TableColumns {
  const indexes = new Map(names.map((name, index) => [plainName(name), index]));
  // A column without a name cannot be asked for.
  indexes.delete('');
  return { names, column: (name) => indexes.get(plainName(name)) ?? -1 };
}

/** Programs of a Mac write `ö` as two signs that look like the one that is in the configuration. */
export const plainName = (name: string): string => name.trim().normalize('NFC');

/** Names for a table without a header: `1`, `2`, … (quirk 10). */
export function numberedNames(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => String(index + 1));
}

/**
 * Names from one or several header rows: parts of a column are joined by a blank (quirk 11), and the second of two
 * equal names becomes `Name[2]`.
 */
export function headerNames(rows: readonly (readonly (string | undefined)[])[]): readonly string[] {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const taken = new Set<string>();
  return Array.from({ length: width }, (_, index) => {
    const parts = rows.map((row) => plainName(row[index] ?? '')).filter((part) => part !== '');
    const name = freeName(parts.join(' '), taken);
    taken.add(name);
    return name;
  });
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (name === '') return name;
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? name : `${name}[${count}]`;
    if (!taken.has(candidate)) return candidate;
  }
}
