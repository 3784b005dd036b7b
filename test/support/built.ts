import type { readAdapters } from '../../adapters/readers.ts';
import type { AdapterInput, ReadAdapter } from '../../src/domain/adapter.ts';

/** A format's reader as it is built: a child process cannot run TypeScript on Node 20. `npm test` builds first. */
export function builtReader(format: string): ReadAdapter {
  const built = new URL('../../dist/adapters/readers.js', import.meta.url);
  return {
    async open(input: AdapterInput) {
      const { readAdapters: adapters } = (await import(built.href)) as {
        readAdapters: typeof readAdapters;
      };
      return adapters[format]!.open(input);
    },
  };
}
