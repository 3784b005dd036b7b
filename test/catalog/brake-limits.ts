import type { BrakeLimits } from '../../src/catalog/terms/file-facts.ts';

export const limits: BrakeLimits = {
  vanished: { share: 0.02, count: 50 },
  zeroed: { share: 0.2, count: 50 },
  factor: 10,
  tooManyRejected: { share: 0.1, count: 100 },
};
