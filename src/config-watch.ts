import fs from 'node:fs';
import type { Watch } from './all-facts.ts';
import { configErrorText } from './config/judge.ts';
import { type Loaded, loadConfig } from './config/load.ts';
import type { Clock } from './domain/clock.ts';
import type { NeedsYou } from './domain/facts.ts';

/** The configuration that the daemon began with. */
export interface WrittenConfig {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
  /** Digests of the files that it names for secrets, by path: a key is often changed there alone. */
  readonly named: ReadonlyMap<string, string>;
}

const lookEveryMs = 2_000;

/** Nothing reloads by itself: a changed file is checked, and a person is told to restart (contract.md section 3). */
export function watchConfig(
  written: WrittenConfig,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Watch {
  let needs: readonly NeedsYou[] = [];
  const watch = async (): Promise<void> => {
    if (isPipe(written.path)) return;
    const { path } = written;
    // Those that it names now: what makes it sound may be done to them alone.
    let named = [...written.named.keys()];
    // The first look judges the file, too: it may have been changed since it was loaded, as in safe mode.
    let seen = '';
    for (; !signal.aborted; await clock.sleep(lookEveryMs, signal)) {
      const stamp = [path, ...named].map(stampOf).join('\n');
      if (stamp === seen) continue;
      seen = stamp;
      const loaded = await loadConfig({ path });
      named = [...loaded.named.keys()];
      needs = needsOf(written, loaded);
    }
  };
  void watch();
  return { needsYou: () => needs };
}

/** Or another thing that can be read only once. */
function isPipe(path: string): boolean {
  try {
    return !fs.statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * A text that changes whenever the file or its rights are changed. Where it cannot be looked at, reading it will tell.
 */
function stampOf(path: string): string {
  try {
    const { mtimeMs, ctimeMs, size, ino } = fs.statSync(path);
    return `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
  } catch (cause) {
    return String(cause);
  }
}

function needsOf({ path, text, named }: WrittenConfig, loaded: Loaded): readonly NeedsYou[] {
  if ('errors' in loaded) return [broken(path, loaded.errors.map(configErrorText))];
  if (loaded.text !== text) return [restartNeeded(path)];
  const changed = [...named].find(([file, digest]) => loaded.named.get(file) !== digest);
  return changed === undefined ? [] : [restartNeeded(changed[0])];
}

const id = 'config-changed';

function restartNeeded(path: string): NeedsYou {
  return {
    id,
    what: 'Restart needed: the configuration has changed.',
    cause: `${path} was changed after the start, and has no errors.`,
    effect: 'The daemon works with the configuration that it started with.',
    fix: 'Restart the daemon.',
  };
}

function broken(path: string, errors: readonly string[]): NeedsYou {
  return {
    id,
    what: 'The configuration was changed, and has errors.',
    cause: errors.join('\n'),
    effect:
      'The daemon works with the configuration that it started with; it would not start again.',
    fix: `Correct ${path}, run stockhand check, then restart the daemon.`,
  };
}
