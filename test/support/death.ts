import path from 'node:path';
import { bundled, type Ended, root } from './program.ts';
import type { Scene } from './scene.ts';

/** Where a pass of the built program kills itself, as kill -9 does: before or after the n-th step that fits. */
export interface Death {
  /** `send` a request, `stage` or `publish` an order file, `write` a receipt, `move` a command file. */
  readonly step: 'send' | 'stage' | 'publish' | 'write' | 'move';
  readonly when: 'before' | 'after';
  /** Of `METHOD path` for a request, of the file's name for the others. */
  readonly fits?: string;
  readonly nth?: number;
}

const child = path.join(root, 'test/crash/child.mjs');

/** One pass that dies there; where it comes to its own end, `signal` is null. */
export function untilKilled(scene: Scene, death: Death): Promise<Ended> {
  return scene.script(child, path.dirname(bundled), scene.config, JSON.stringify(death)).ended;
}
