import { growingIntegers } from '../terms/growing.ts';
import type { ExportDeps } from '../terms/ports.ts';

/**
 * Which source's counting file names a product, so that it can
 * be sent again; undefined where a new export must come first.
 */
export function createSourceNaming(
  store: ExportDeps['store'],
  sources: ExportDeps['config']['sources'],
): (product: number) => string | undefined {
  const named = growingIntegers();
  sources.forEach(({ name, contents }, index) => {
    const { rows, tail } = store.index.read(name);
    // What an older delta file said counts until a newer one says otherwise.
    for (const ids of contents === 'delta' ? [tail, rows] : [rows])
      for (const id of ids) named.set(id, index + 1);
  });
  return (product) => sources[named.get(product) - 1]?.name;
}
