import { nameKey } from './names.ts';

const key = '{externalId}';

/** What a pattern such as `{externalId}.{jpg,jpeg,png,webp}` says. Its endings are in order of preference. */
interface PictureNames {
  /**
   * The article that a file is the picture of, or undefined. Capitals of the ending do not count: cameras write `.JPG`.
   */
  externalIdOf(name: string): string | undefined;
  /** True where of two pictures of an article `name` counts: its ending is before the other's in the pattern. */
  isBefore(name: string, other: string): boolean;
  /** Globs that find all pictures, for `scanFolder`. */
  readonly globs: readonly string[];
}

export function createPictureNames(pattern: string): PictureNames {
  const variants = expandBraces(pattern.replace(key, '\0')).map((text) => {
    const [before = '', after = ''] = text.split('\0');
    return { before, after };
  });
  const rank = (name: string): number => variants.findIndex((each) => fits(name, each));
  return {
    externalIdOf(name) {
      const variant = variants.find((each) => fits(name, each));
      if (variant === undefined) return undefined;
      return name.slice(variant.before.length, name.length - variant.after.length);
    },
    isBefore: (name, other) => rank(name) < rank(other),
    globs: variants.map(({ before, after }) => `${before}*${anyCase(after)}`),
  };
}

function fits(name: string, { before, after }: { before: string; after: string }): boolean {
  return (
    name.length > before.length + after.length &&
    name.startsWith(before) &&
    nameKey(name.slice(name.length - after.length), true) === nameKey(after, true)
  );
}

/** `.jpg` → `.[jJ][pP][gG]` */
function anyCase(ending: string): string {
  return ending.replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}

/** The texts that a pattern stands for, one for each choice of its braces. */
function expandBraces(pattern: string): readonly string[] {
  const brace = /\{([^{}]*)\}/.exec(pattern);
  if (brace === null) return [pattern];
  const [whole, choices = ''] = brace;
  const before = pattern.slice(0, brace.index);
  const after = pattern.slice(brace.index + whole.length);
  return choices.split(',').flatMap((choice) => expandBraces(before + choice + after));
}
