import { shownValue } from '../../src/domain/complaint.ts';
import { censusPathsMax } from './limits.ts';

const shownPaths = 5;
/** An element with fewer elements in it is hardly an article. */
const fieldsEnough = 2;
/** `det` is the item of a Brazilian invoice (NFe). */
const articleNames = new Set(
  `article artikel articulo articolo artigo product produkt produit producto produto prodotto item stockitem shopitem det
    offer good ware towar zbozi vare vara tuote material товар предложение номенклатура`.split(
    /\s+/,
  ),
);

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
   * The outermost repeated elements, the most frequent first; then those that are there once and have the name of an
   * article. From the root down where others, the root too, fit the same path.
   */
  paths(): readonly string[] {
    const repeated = this.#outermost().sort(([, one], [, other]) => other - one);
    return [...repeated, ...this.#onlyArticles(repeated)].map(([path]) =>
      this.#isElsewhere(path) ? `/${this.root}/${path}` : path,
    );
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

  /** An export of one article repeats nothing, so the names of its elements say which is the article. */
  #onlyArticles(repeated: readonly (readonly [string, number])[]): (readonly [string, number])[] {
    const within = (path: string, outer: string): boolean => path.startsWith(`${outer}/`);
    const fields = (path: string): number =>
      [...this.#counts.keys()].filter(
        (key) => within(key, path) && !key.slice(path.length + 1).includes('/'),
      ).length;
    const named = [...this.#counts].filter(
      ([path, count]) =>
        count === 1 &&
        articleNames.has(lastName(path)) &&
        fields(path) >= fieldsEnough &&
        !repeated.some(([outer]) => within(path, outer)),
    );
    return named.filter(([path]) => !named.some(([outer]) => within(path, outer)));
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

/** Without its namespace, in small letters. */
function lastName(path: string): string {
  return path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/^.*:/, '')
    .toLowerCase();
}

function shown(paths: readonly (readonly [string, number])[]): string {
  const first = paths.slice(0, shownPaths).map(([path, count]) => `${shownValue(path)} (${count})`);
  const rest = paths.length - first.length;
  return rest > 0 ? `${first.join(', ')} and ${rest} more` : first.join(', ');
}
