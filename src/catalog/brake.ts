import type { HoldKind } from './plan.ts';

export interface BrakeLimits {
  readonly vanished: { readonly share: number; readonly count: number };
  readonly zeroed: { readonly share: number; readonly count: number };
  /** 10, 100, 1,000 …: the powers of this are suspicious. */
  readonly factor: number;
  readonly tooManyRejected: { readonly share: number; readonly count: number };
}

/** What a pass counted of a file, and of the files before it. */
export interface FileFacts {
  readonly source: string;
  readonly file: string;
  readonly read: number;
  readonly rejected: number;
  /** Rows whose key could not be read: what they are cannot be told from vanished rows. */
  readonly unreadableKeys: number;
  /** Products of this source before this file: the last rows and what vanished but is still published. */
  readonly before: number;
  readonly vanished: number;
  /** What a vanished row leads to here; `nothing` is never held, except with an empty file. */
  readonly vanishedMeans: 'nothing' | 'hide' | 'unpublish' | 'zero';
  /** Rows whose quantity is known on both sides. */
  readonly quantities: number;
  readonly zeroed: number;
  readonly quantityChanges: number;
  /** Changed quantities by the power of the factor they jumped by, the most frequent one. */
  readonly jumped: { readonly by: string; readonly rows: number };
  /** Rows that would send a quantity of that column: those that jumped and all others. */
  readonly given: number;
  /** Why the columns of the file may not mean what they meant before (header.ts). */
  readonly doubt?: string;
}

export interface Hold {
  readonly kind: HoldKind;
  readonly items: number;
  readonly sentence: string;
}

/** A brake needs some rows to speak: contract.md "Brakes" ("and at least 3"). */
const fewestRows = 3;
const fewestRejected = 10;

/**
 * What a person must allow first; each holds only its own part of the file (I13). `allowed`: what was released for
 * this very file.
 */
export function brakes(
  facts: FileFacts,
  limits: BrakeLimits,
  allowed: ReadonlySet<string>,
): Hold[] {
  const whole = [emptyFile(facts), doubtfulLayout(facts), tooManyRejected(facts, limits)].find(
    (hold) => hold !== undefined && !allowed.has(hold.kind),
  );
  if (whole !== undefined) return [whole];
  const parts = [vanished(facts, limits), zeroed(facts, limits), jumped(facts)];
  const isAllowed = (kind: HoldKind): boolean =>
    allowed.has(kind) || (kind === 'vanished' && allowed.has('empty'));
  return parts.filter((hold) => hold !== undefined).filter(({ kind }) => !isAllowed(kind));
}

function emptyFile(facts: FileFacts): Hold | undefined {
  if (facts.read > 0 || facts.before === 0) return undefined;
  return {
    kind: 'empty',
    items: facts.before,
    sentence: `${facts.file} holds 0 rows, last time it was ${count(facts.before)}: nothing was changed.`,
  };
}

function doubtfulLayout({ doubt, read, before }: FileFacts): Hold | undefined {
  // A file without rows has no columns either: what is to be told of it is that it is empty.
  if (doubt === undefined || (read === 0 && before > 0)) return undefined;
  return { kind: 'layout', items: read, sentence: doubt };
}

function tooManyRejected(facts: FileFacts, limits: BrakeLimits): Hold | undefined {
  const { share, count: most } = limits.tooManyRejected;
  const tooMany =
    facts.rejected > most ||
    (facts.rejected >= fewestRejected && facts.rejected > share * facts.read);
  if (!tooMany) return undefined;
  return {
    kind: 'rejected',
    items: facts.read - facts.rejected,
    sentence: `${count(facts.rejected)} of ${count(facts.read)} rows of ${facts.file} were rejected (limit: ${percent(share)} or ${count(most)}): the whole file is held.`,
  };
}

function vanished(facts: FileFacts, limits: BrakeLimits): Hold | undefined {
  if (facts.vanished === 0 || facts.vanishedMeans === 'nothing') return undefined;
  const { share, count: most } = limits.vanished;
  const all = facts.vanished >= facts.before;
  const many =
    facts.vanished > most ||
    (facts.vanished >= fewestRows && facts.vanished > share * facts.before);
  if (!all && !many && facts.unreadableKeys === 0) return undefined;
  const verb = { hide: 'hide', unpublish: 'unpublish', zero: 'set to zero' }[facts.vanishedMeans];
  const doubt =
    all || many
      ? `limit: ${percent(share)} or ${count(most)}`
      : `${facts.unreadableKeys === 1 ? '1 row has' : `${count(facts.unreadableKeys)} rows have`} no readable article number`;
  return {
    kind: 'vanished',
    items: facts.vanished,
    sentence: `${facts.file} would ${verb} ${count(facts.vanished)} of ${count(facts.before)} articles (${doubt}); the rest of the file goes.`,
  };
}

function zeroed(facts: FileFacts, limits: BrakeLimits): Hold | undefined {
  const { share, count: most } = limits.zeroed;
  if (facts.zeroed <= most || facts.zeroed <= share * facts.quantities) return undefined;
  return {
    kind: 'zeroed',
    items: facts.zeroed,
    sentence: `${facts.file} would set the stock of ${count(facts.zeroed)} of ${count(facts.quantities)} articles to zero (limit: ${percent(share)} and ${count(most)}); buyers can still order these.`,
  };
}

function jumped(facts: FileFacts): Hold | undefined {
  const { by, rows } = facts.jumped;
  if (rows < fewestRows || rows * 2 <= facts.quantityChanges) return undefined;
  return {
    kind: 'factor',
    // The values of one column are written in one style: where it is in doubt, so are those that do not jump.
    items: facts.given,
    sentence: `${count(rows)} of ${count(facts.quantityChanges)} changed quantities of ${facts.file} jump by exactly ${by}: is the number style right? All quantities of the file are held; the rest of it goes.`,
  };
}

/** The power of the factor between two quantities, as `×100` or `÷10`; undefined where it is none of three. */
export function jumpBetween(before: number, after: number, factor: number): string | undefined {
  if (before <= 0 || after <= 0) return undefined;
  for (let power = factor; power <= factor ** 3; power *= factor) {
    if (after === before * power) return `×${count(power)}`;
    if (before === after * power) return `÷${count(power)}`;
  }
  return undefined;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))}%`;
}
