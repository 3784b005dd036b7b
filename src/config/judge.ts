import type { Code } from '../domain/codes.ts';
import { type Config, declaration, type Place, pathsOf } from './declaration.ts';
import { explain } from './explain.ts';
import { fieldRules } from './field-rules.ts';
import { numberRules } from './number-rules.ts';
import { orderRules } from './order-rules.ts';
import { passwordRules } from './password-rules.ts';
import { placeRules } from './place-rules.ts';
import { type Answer, type Environment, filesNamed, substitute } from './references.ts';
import { sourceRules } from './source-rules.ts';
import { type Finding, type Plain, type Position, readTree, type Tree } from './tree.ts';

/** One thing that is wrong with the configuration, at its place. */
export interface ConfigError extends Position {
  readonly code: Extract<Code, 'CONFIG_NOT_FOUND' | 'CONFIG_INVALID'>;
  /** As it is shown to people. */
  readonly file: string;
  readonly message: string;
  readonly remedy: string;
}

/** `stockhand.yaml:41:7 error unknown key "decimalSeperator" … */
export function configErrorText(error: ConfigError): string {
  const { file, line, column, message, remedy } = error;
  const advice = remedy === correctTheLine ? '' : `. ${remedy}`;
  return `${file}:${line}:${column} error ${message}${advice}`;
}

/** What is to do where the message has said it all. */
const correctTheLine = 'Correct the line.';

interface Written extends Place {
  readonly text: string;
  /** The name that errors show. */
  readonly file: string;
  readonly env: Environment;
  /** Reads what `${file:PATH}` names; the path is absolute. */
  readonly read: (path: string) => Promise<Answer>;
}

type Judged = { readonly config: Config } | { readonly errors: readonly ConfigError[] };

/** The text of a configuration → the configuration, or everything that is wrong with it in one go. */
export async function judge(written: Written): Promise<Judged> {
  const tree = readTree(written.text);
  const resolve = resolver(written);
  const files = await readFiles(tree.value, { ...written, resolve });
  const { value, findings } = substitute(tree.value, { env: written.env, files });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { errors: errorsOf(written, tree, [notAGroup]) };
  }
  const parsed = declaration(written).safeParse(value);
  const errors = errorsOf(written, tree, [
    ...tree.findings,
    ...findings,
    ...fieldRules(value),
    ...numberRules(value),
    ...sourceRules(value),
    ...orderRules(value),
    ...placeRules(value, identity(written)),
    ...passwordRules(tree.value, written.env),
    ...(parsed.success ? [] : explain(parsed.error.issues, value)),
  ]);
  return parsed.success && errors.length === 0 ? { config: parsed.data } : { errors };
}

const notAGroup: Finding = {
  path: [],
  at: 'value',
  message: 'the file must hold keys such as marketplace:',
  remedy: 'Begin with a copy of config/stockhand.example.yaml.',
};

function resolver({ folder, platform }: Place): (path: string) => string {
  return (path) => pathsOf(platform).resolve(folder, path);
}

/** What one folder has in common, however it is written: Windows takes capitals for the small letters that they are. */
function identity(place: Place): (path: string) => string {
  const resolve = resolver(place);
  return place.platform === 'win32' ? (path) => resolve(path).toLowerCase() : resolve;
}

interface Reading extends Written {
  readonly resolve: (path: string) => string;
}

async function readFiles(value: Plain, { env, read, resolve }: Reading) {
  const reads = filesNamed(value, env).map(
    async (path) => [path, await read(resolve(path))] as const,
  );
  return new Map(await Promise.all(reads));
}

/**
 * In the order of the file, one for each key: what was found first explains what follows from it. Where the YAML is
 * damaged, lines below may belong elsewhere, and what is missing may be there, or under the key that is twice.
 */
function errorsOf(written: Written, tree: Tree, findings: readonly Finding[]): ConfigError[] {
  const broken = tree.damage.find(({ harmless }) => !harmless);
  const placed = onePerKey(findings)
    .map((finding) => ({ ...finding, ...tree.position(finding.path, finding.at) }))
    .filter((finding) => tree.damage.length === 0 || finding.missing !== true)
    .filter(({ line }) => broken === undefined || line < broken.line);
  return [...tree.damage, ...placed]
    .sort((one, other) => one.line - other.line || one.column - other.column)
    .map(({ line, column, message, remedy = correctTheLine }) => ({
      code: 'CONFIG_INVALID',
      file: written.file,
      line,
      column,
      message,
      remedy,
    }));
}

function onePerKey(findings: readonly Finding[]): Finding[] {
  const byPath = new Map<string, Finding>();
  for (const finding of findings) {
    const key = JSON.stringify(finding.path);
    if (!byPath.has(key)) byPath.set(key, finding);
  }
  return [...byPath.values()];
}
