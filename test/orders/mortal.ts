import type { FlowDeps } from '../../src/orders/parts.ts';
import type { World } from './world.ts';

/** Whatever is durable or visible: each of these is a place to die. */
const steps = new Set([
  'begin',
  'storePage',
  'storeDetail',
  'commitStaged',
  'commitWritten',
  'acknowledge',
  'keep',
  'take',
  'receiptWritten',
  'moved',
  'change',
  'add',
  'markSent',
  'renewKey',
  'markUnsent',
  'storeAnswer',
  'stage',
  'publish',
  'beginRecord',
  'takeOver',
  'writeAtomically',
  'moveFile',
  'send',
]);

/**
 * Dies at the n-th step that changes something outside of its memory: the step has its effect, and nobody in the
 * process learns of it. (To die before a step is to die after the one before it.)
 */
export class Life {
  step = 0;
  /** Where it ended, for the message of a failing test. */
  diedAt: string | undefined;
  readonly #diesAt: number | undefined;

  constructor(diesAt?: number) {
    this.#diesAt = diesAt;
  }

  /** Everything that the order side is built on, dying as planned; a dead process does nothing any more. */
  deps(world: World): (deps: FlowDeps) => Partial<FlowDeps> {
    return (deps) => ({
      store: this.#mortal(deps.store),
      files: this.#mortal(deps.files),
      sender: this.#mortal(deps.sender),
      claimOutbox: async (known) => {
        const claimed = await world.claim(known);
        return 'offline' in claimed
          ? claimed
          : { ...claimed, outbox: this.#mortal(claimed.outbox) };
      },
    });
  }

  #mortal<Part extends object>(part: Part): Part {
    return new Proxy(part, {
      get: (target, name, receiver) => {
        const value: unknown = Reflect.get(target, name, receiver);
        if (typeof value === 'function') return this.#step(String(name), value as Step);
        return typeof value === 'object' && value !== null ? this.#mortal(value) : value;
      },
    });
  }

  #step(name: string, work: Step): Step {
    return (...given) => {
      this.#live();
      if (!steps.has(name)) return work(...given);
      this.step += 1;
      if (this.step !== this.#diesAt) return work(...given);
      this.diedAt = `after ${name}, step ${this.step}`;
      const done = work(...given);
      if (done instanceof Promise) return done.then(() => this.#live());
      return this.#live();
    };
  }

  #live(): void {
    if (this.diedAt !== undefined) throw new Error(`killed ${this.diedAt}`);
  }
}

type Step = (...given: unknown[]) => unknown;
