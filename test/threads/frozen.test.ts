import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const built = JSON.stringify(new URL('../../dist/src/threads/frozen.js', import.meta.url).href);

/**
 * What a script prints that runs behind the freeze, in a process of its own: other tests need prototypes that can be
 * changed.
 */
function behindFreeze(expression: string): unknown {
  const script = `const { freezeObjectPrototype } = await import(${built}); freezeObjectPrototype();
    const refused = (work) => { try { work(); return false; } catch (cause) { return cause instanceof TypeError; } };
    console.log(JSON.stringify(${expression}));`;
  const args = ['--input-type=module', '-e', script];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

describe('fault 10: what all objects share', () => {
  it('is frozen in every sense of the language', () => {
    expect(behindFreeze('Object.isFrozen(Object.prototype)')).toBe(true);
  });

  it('takes no new member, no other value, no other getter and no other prototype', () => {
    const tries = [
      'Object.prototype.polluted = 1',
      'Object.prototype[0] = 1',
      'Object.prototype.toString = String',
      'delete Object.prototype.valueOf',
      'Object.defineProperty(Object.prototype, "__proto__", { get: String })',
      'Object.setPrototypeOf(Object.prototype, Map.prototype)',
    ];
    const all = tries.map((work) => `refused(() => { ${work} })`).join(', ');
    expect(behindFreeze(`[${all}]`)).toEqual(tries.map(() => true));
  });
});
