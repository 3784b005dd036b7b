import type { Finding, Path, Plain } from './tree.ts';

/** What `${NAME}` and `${file:PATH}` stand for: a text, or the sentence that says why there is none. */
export type Answer =
  | { readonly text: string }
  | { readonly fault: string; readonly remedy: string };

/** `$${` is a plain `${`; a reference may hold one more inside, as in `${file:${CREDENTIALS_DIRECTORY}/key}`. */
const reference = /\$\$\{|\$\{((?:[^{}]|\$\{[^{}]*\})*)\}/g;
const fileMark = 'file:';
const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;
const variableInPath = /\$\{([^{}]*)\}/g;

export type Environment = Readonly<Record<string, string | undefined>>;

/** The files that the values name, each once. */
export function filesNamed(value: Plain, env: Environment): string[] {
  const named = new Set<string>();
  eachText(value, (text) => {
    for (const [, inside] of text.matchAll(reference)) {
      if (inside?.startsWith(fileMark)) named.add(filePath(inside, env));
    }
  });
  return [...named];
}

/** The environment variables that the values name, also within the path of a file, each once. */
export function variablesNamed(value: Plain): string[] {
  const named = new Set<string>();
  eachText(value, (text) => {
    for (const [, inside = ''] of text.matchAll(reference)) {
      if (variableName.test(inside)) named.add(inside);
      else for (const [, name = ''] of inside.matchAll(variableInPath)) named.add(name);
    }
  });
  return [...named];
}

/**
 * Replaces references inside the texts that YAML has read already, so that no secret can break the YAML or be read
 * as more of it. What was put in is not looked at again.
 */
export function substitute(
  value: Plain,
  sources: { readonly env: Environment; readonly files: ReadonlyMap<string, Answer> },
): { value: Plain; findings: readonly Finding[] } {
  const findings: Finding[] = [];
  const answerOf = (inside: string): Answer =>
    inside.startsWith(fileMark)
      ? (sources.files.get(filePath(inside, sources.env)) ?? unknownFile)
      : variable(inside, sources.env);
  const replaced = mapTexts(value, [], (text, path) =>
    text.replace(reference, (whole, inside: string | undefined) => {
      if (inside === undefined) return '${';
      const answer = answerOf(inside);
      if ('text' in answer) return answer.text;
      findings.push({ path, at: 'value', message: answer.fault, remedy: answer.remedy });
      return whole;
    }),
  );
  return { value: replaced, findings };
}

const unknownFile: Answer = { fault: 'names a file that was not read', remedy: 'Name it plainly.' };

function variable(name: string, env: Environment): Answer {
  if (!variableName.test(name)) {
    return {
      fault: 'names neither an environment variable nor a file in its braces',
      remedy: 'Write $${ for a plain ${.',
    };
  }
  const text = env[name];
  if (text !== undefined) return { text };
  return {
    fault: `needs the environment variable ${name}, which is not set`,
    remedy: `Set ${name}, or read the value from a file with \${file:PATH}.`,
  };
}

function filePath(inside: string, env: Environment): string {
  return inside
    .slice(fileMark.length)
    .replace(variableInPath, (whole, name: string) => env[name] ?? whole);
}

function eachText(value: Plain, visit: (text: string) => void): void {
  mapTexts(value, [], (text) => {
    visit(text);
    return text;
  });
}

function mapTexts(value: Plain, path: Path, change: (text: string, path: Path) => string): Plain {
  if (typeof value === 'string') return change(value, path);
  if (value === null) return null;
  if (isList(value)) return value.map((item, index) => mapTexts(item, [...path, index], change));
  const map: Record<string, Plain> = Object.create(null);
  for (const [key, item] of Object.entries(value))
    map[key] = mapTexts(item, [...path, key], change);
  return map;
}

function isList(value: Plain): value is readonly Plain[] {
  return Array.isArray(value);
}
