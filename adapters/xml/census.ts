import { shownValue } from '../../src/domain/complaint.ts';
import { censusPathsMax } from './limits.ts';

const shownPaths = 5;

/** Counts elements by path, so that a path that finds nothing can be answered with those that would (quirk 2). */
export class Census {
  readonly #counts = new Map<string, number>();
  root: string | undefined;
  hasText = false;

  count(path: readonly string[]): void {
    this.root ??= path[0];
    const key = path.slice(1).join('/');
    if (key === '') return;
    const known = this.#counts.get(key);
    if (known !== undefined) this.#counts.set(key, known + 1);
    else if (this.#counts.size < censusPathsMax) this.#counts.set(key, 1);
  }

  /**
   * The outermost repeated elements, the most frequent first; from the root down where others, the root too, fit the
   * same path.
   */
  paths(): readonly string[] {
    return this.#outermost()
      .sort(([, one], [, other]) => other - one)
      .map(([path]) => (this.#isElsewhere(path) ? `/${this.root}/${path}` : path));
  }

  #isElsewhere(path: string): boolean {
    const all = ['', ...this.#counts.keys()].map((key) => (key === '' ? '' : `/${key}`));
    return all.some((key) => key !== `/${path}` && `/${this.root}${key}`.endsWith(`/${path}`));
  }

  /**
   * True where the file can be nothing but the list that the path names, and it is empty: its root
   * is the path's first name, and it holds no text and no element that the path does not lead over.
   * An error page is no empty list (fault 3).
   */
  isEmptyAt(path: readonly string[]): boolean {
    const [root, ...steps] = path.slice(0, -1);
    if (this.root !== root || this.hasText) return false;
    const within = `${steps.join('/')}/`;
    return [...this.#counts.keys()].every((key) => within.startsWith(`${key}/`));
  }

  /** What is inside a repeated element is repeated because of it: only the outermost is a record. */
  #outermost(): (readonly [string, number])[] {
    const repeated = [...this.#counts].filter(([, count]) => count > 1);
    return repeated.filter(([path]) => !repeated.some(([other]) => path.startsWith(`${other}/`)));
  }

  /** `Its root is <shop>; repeated in it: goods/item (12).` */
  sentence(): string {
    const root = `Its root is <${shownValue(this.root ?? '')}>`;
    const outermost = this.#outermost();
    if (outermost.length > 0) return `${root}; repeated in it: ${shown(outermost)}.`;
    if (this.#counts.size > 0)
      return `${root}; nothing is repeated in it; it has: ${shown([...this.#counts])}.`;
    return `${root}; it has no elements inside.`;
  }
}

function shown(paths: readonly (readonly [string, number])[]): string {
  const first = paths.slice(0, shownPaths).map(([path, count]) => `${shownValue(path)} (${count})`);
  const rest = paths.length - first.length;
  return rest > 0 ? `${first.join(', ')} and ${rest} more` : first.join(', ');
}
