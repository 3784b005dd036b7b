import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global.ts'],
    setupFiles: ['test/support/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    isolate: false,
    // Two cores are busy with three: one of the tests mostly waits for another process.
    maxWorkers: 3,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'adapters/**/*.ts'],
      thresholds: {
        'src/domain/**': { branches: 100 },
        'src/catalog/diff.ts': { branches: 100 },
        'src/catalog/brake.ts': { branches: 100 },
        'src/sending/retry.ts': { branches: 100 },
        'src/web/signature.ts': { branches: 100 },
      },
    },
  },
});
