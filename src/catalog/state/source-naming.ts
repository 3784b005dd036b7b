import { growingIntegers } from '../terms/growing.ts';
import type { ExportDeps } from '../terms/ports.ts';

/** The source whose file that counts names a product: another one cannot be sent again before it is exported again. */
export function namedBy(
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
