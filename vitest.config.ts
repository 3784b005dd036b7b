import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Vitest puts large files first; here the longest runs are small files, and would go on alone at the end. */
class LongRunsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

const longRuns = ['/test/crash/', '/test/e2e/', '/test/catalog/', '/test/web/', '/test/sandbox/'];

function place({ moduleId }: TestSpecification): number {
  const at = longRuns.findIndex((folder) => moduleId.includes(folder));
  return at === -1 ? longRuns.length : at;
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global.ts'],
    setupFiles: ['test/support/setup.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // A condition is waited for as long as a busy machine may need.
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    isolate: false,
    sequence: { sequencer: LongRunsFirst },
    // Two cores are busy with four: the longest tests mostly wait for other processes.
    maxWorkers: 4,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'adapters/**/*.ts'],
      thresholds: {
        'src/domain/**': { branches: 100 },
        'src/catalog/pass/diff.ts': { branches: 100 },
        'src/catalog/brakes/brake.ts': { branches: 100 },
        'src/sending/retry.ts': { branches: 100 },
        'src/web/signature.ts': { branches: 100 },
      },
    },
  },
});
