import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { anyStep, newModel } from './model-steps.ts';

/** SANDBOX_MODEL_STEPS=1000000 makes the long run. */
const wantedSteps = Number(process.env['SANDBOX_MODEL_STEPS'] ?? 10_000);
const stepsPerRun = 100;

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox();
});
afterAll(() => sandbox.close());

test(
  'random actions, edits and reads never differ from the model',
  async () => {
    let steps = 0;
    const isLong = wantedSteps > 10_000;
    const program = fc.array(anyStep, { minLength: stepsPerRun, maxLength: stepsPerRun });
    await fc.assert(
      fc.asyncProperty(program, async (chosen) => {
        const model = await newModel(sandbox);
        for (const step of chosen) await step.run(model);
        steps += model.steps;
      }),
      { numRuns: Math.ceil(wantedSteps / stepsPerRun), endOnFailure: isLong },
    );
    expect(steps).toBeGreaterThanOrEqual(wantedSteps);
  },
  Math.max(60_000, wantedSteps * 30),
);
