import type { z } from 'zod';
import { nearest } from '../domain/nearest.ts';
import { homeOf, type JsonSchema, jsonSchema, knownKeys } from './schema.ts';
import { at, type Finding, type Path, type Plain } from './tree.ts';

type Issue = z.core.$ZodIssue;

const words: Readonly<Record<string, string>> = {
  string: 'a text',
  array: 'a list',
  object: 'a group of keys',
  record: 'a group of keys',
};

/** zod's issues in words for people, each at its own place. No value is ever quoted: it may be a secret (fault 119). */
export function explain(issues: readonly Issue[], value: Plain): Finding[] {
  const schema = jsonSchema();
  const single = issues.flatMap((issue) => settled(issue, []));
  const misspelt = single.filter((issue) => issue.code === 'unrecognized_keys');
  const meant = misspelt.flatMap((issue) => meantPaths(schema, issue.path as Path, issue.keys));
  return single
    .filter((issue) => issue.code !== 'custom' || !misspelt.some(hasPathOf(issue)))
    .flatMap((issue) => findingsOf(schema, value, issue))
    .filter((finding) => !finding.missing || !meant.some(hasPathOf(finding)));
}

/** A misspelt key is one mistake: what follows from it is not told again. */
function hasPathOf({ path }: { readonly path: readonly PropertyKey[] }) {
  return (other: { readonly path: readonly PropertyKey[] }) => String(other.path) === String(path);
}

function meantPaths(schema: JsonSchema, path: Path, keys: readonly string[]): { path: Path }[] {
  const known = knownKeys(schema, path);
  return keys.flatMap((key) => {
    const meant = nearest(key, known);
    return meant === undefined ? [] : [{ path: [...path, meant] }];
  });
}

function findingsOf(schema: JsonSchema, value: Plain, issue: Issue): Finding[] {
  const path = issue.path as Path;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => unknownKey(schema, path, key));
  }
  const name = nameOf(path);
  const written = at(value, path);
  if (written === undefined) {
    const of = path.length > 1 ? ` in ${nameOf(path.slice(0, -1))}` : '';
    const message = `${path.at(-1)} is missing${of}`;
    return [{ path, at: 'key', message, remedy: 'Add it.', missing: true }];
  }
  if (written === null) {
    const remedy = 'Give it a value, or remove the line.';
    return [{ path, at: 'key', message: `${name} is empty`, remedy, missing: true }];
  }
  return [{ path, at: 'value', message: `${name} ${sentence(issue, written)}` }];
}

function sentence(issue: Issue, written: Plain): string {
  if (issue.code === 'invalid_type')
    return ownWords(issue) ?? `must be ${words[issue.expected] ?? issue.expected}`;
  if (issue.code !== 'invalid_value') return issue.message;
  const known = issue.values.map(String);
  const meant = typeof written === 'string' ? nearest(written, known) : undefined;
  const hint = meant === undefined ? '' : ` - did you mean ${meant}?`;
  return ownWords(issue) ?? `must be one of ${known.join(', ')}${hint}`;
}

/** The declaration's own sentence, where it has one; zod's begin with Invalid. */
function ownWords(issue: Issue): string | undefined {
  return issue.message.startsWith('Invalid') ? undefined : issue.message;
}

function unknownKey(schema: JsonSchema, path: Path, key: string): Finding {
  const known = knownKeys(schema, path);
  const place = path.length === 0 ? '' : ` in ${nameOf(path)}`;
  const meant = nearest(key, known);
  const home = homeOf(schema, key);
  const hint =
    meant !== undefined
      ? `did you mean "${meant}"?`
      : home !== undefined
        ? `it belongs ${home === '' ? 'at the top level' : `in ${home}`}`
        : `known here: ${known.join(', ')}`;
  return {
    path: [...path, key],
    at: 'key',
    message: `unknown key "${key}"${place} - ${hint}`,
  };
}

/**
 * A value of several forms fails in all of them; what helps is the failure of the form that was meant: the one that
 * got further than the value's own kind. Where none did, the kinds are listed.
 */
function settled(issue: Issue, parent: Path): Issue[] {
  const path = [...parent, ...issue.path] as Path;
  if (issue.code !== 'invalid_union') return [{ ...issue, path: [...path] }];
  const branches = issue.errors.map((branch) => branch.flatMap((inner) => settled(inner, path)));
  const deep = branches.find((branch) => branch.every((inner) => inner.path.length > path.length));
  const meant =
    deep ?? branches.find((branch) => !branch.some((inner) => isWrongKind(inner, path)));
  if (meant !== undefined) return meant;
  const kinds = branches
    .flat()
    .flatMap((inner) => (isWrongKind(inner, path) ? wordFor(inner) : []));
  const message = `must be ${[...new Set(kinds)].join(' or ')}`;
  return [{ code: 'custom', path: [...path], message, input: issue.input }];
}

function isWrongKind(issue: Issue, path: Path): boolean {
  return issue.code === 'invalid_type' && issue.path.length === path.length;
}

function wordFor(issue: Issue): string {
  if (issue.code !== 'invalid_type') return '';
  return ownWords(issue)?.replace(/^must be /, '') ?? words[issue.expected] ?? issue.expected;
}

/** `catalog.sources[0].mapping.name` */
export function nameOf(path: Path): string {
  return path
    .map((step, index) =>
      typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`,
    )
    .join('');
}
