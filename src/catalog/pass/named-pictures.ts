import type { MappedRow } from '../mapping/mapped-row.ts';
import type { SourceConfig } from '../terms/ports.ts';

/** The paths of a file's `picture` column that differ from those that are kept. */
export interface NamedPictures {
  read(product: number, row: MappedRow): void;
  /** Called where none of the product's rows counts. */
  takeBack(product: number): void;
  /** By product; null where the cell is empty and empty cells clear. */
  readonly changed: ReadonlyMap<number, string | null>;
}

export function createNamedPictures(
  { mapping, empty }: Pick<SourceConfig, 'mapping' | 'empty'>,
  keptOf: (product: number) => string | null,
): NamedPictures {
  const changed = new Map<number, string | null>();
  return {
    changed,
    read(product, { picture = null }) {
      if (mapping.picture === undefined || (picture === null && empty === 'keep')) return;
      if (keptOf(product) === picture) changed.delete(product);
      else changed.set(product, picture);
    },
    takeBack(product) {
      changed.delete(product);
    },
  };
}
