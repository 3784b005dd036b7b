import { StockhandError } from '../domain/error.ts';
import type { Secret } from '../domain/secret.ts';

/**
 * The file that gives a service its environment variables. The unit names it and holds no secret itself (fault 119).
 */
export interface EnvironmentChange {
  /** The whole file as it is to be, and its names with *** for each value. */
  readonly text: string;
  readonly shown: string;
  /** Names that are taken over from the environment of whoever installs. */
  readonly added: readonly string[];
  /** Names that the file says otherwise than that environment: the file stays as it is. */
  readonly kept: readonly string[];
  /** What the manager sets itself: as it is for whoever installs, so that the account can be proved with it. */
  readonly given: ReadonlyMap<string, string>;
}

/** systemd sets it again at each start; a value of ours would be wrong. */
const ofTheManager = new Set(['CREDENTIALS_DIRECTORY']);

const beginning = `# The environment variables of the Stockhand service, one NAME='value' in each line. Only the administrator may read it.
# A line that has a value is never changed by stockhand service install.
`;

/** What the file lacks is added at its end; no line of it is changed. */
export function changedEnvironment(
  before: { readonly text: string | undefined; readonly values: ReadonlyMap<string, string> },
  wanted: ReadonlyMap<string, Secret>,
): EnvironmentChange {
  const named = [...wanted].filter(([name]) => !ofTheManager.has(name));
  const given = [...wanted].filter(([name]) => ofTheManager.has(name));
  const lacking = named.filter(([name]) => (before.values.get(name) ?? '') === '');
  const kept = named.filter(([name, value]) => {
    const written = before.values.get(name) ?? '';
    return written !== '' && written !== value.reveal();
  });
  const lines = lacking.map(([name, value]) => environmentLine(name, value));
  const old = before.text ?? beginning;
  const text = [old.replace(/(?<!\n)$/, old === '' ? '' : '\n'), ...lines].join('');
  return {
    text,
    shown: masked([...before.values.keys(), ...lacking.map(([name]) => name)]),
    added: lacking.map(([name]) => name),
    kept: kept.map(([name]) => name),
    given: new Map(given.map(([name, value]) => [name, value.reveal()])),
  };
}

function masked(names: readonly string[]): string {
  return [...new Set(names)].map((name) => `${name}=***\n`).join('');
}

/** In quotes that systemd and `node --env-file` read alike; in single ones both take all as it stands. */
function environmentLine(name: string, value: Secret): string {
  const text = value.reveal();
  if (!text.includes("'")) return `${name}='${text}'\n`;
  if (!/["\\`$\n]/.test(text)) return `${name}="${text}"\n`;
  throw new StockhandError(
    'SERVICE_ENVIRONMENT',
    `The value of ${name} contains quotes that cannot be written safely in a line of the file.`,
    { remedy: `Put it into its own file and write \${file:PATH} instead of \${${name}}.` },
  );
}

const entry = /^[ \t]*([A-Za-z_]\w*)[ \t]*=[ \t]*/;
// A quote that is never closed continues to the end of the file.
const quoted = /^(?:'([^']*)(?:'|$)|"((?:[^"\\]|\\[\s\S])*)(?:"|\\?$))[ \t]*/;
const bare = /^(?:[^\\\n]|\\[\s\S])*/;

/** As systemd reads it (systemd.exec, "EnvironmentFile="): the last line of a name counts. */
export function readEnvironment(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  let rest = text.replaceAll('\r\n', '\n');
  while (rest !== '') {
    const found = entry.exec(rest);
    if (found === null) {
      rest = rest.replace(/^(?:[^\\\n]|\\[\s\S]|\\$)*\n?/, '');
      continue;
    }
    const { value, length } = valueAt(rest.slice(found[0].length));
    values.set(found[1] ?? '', value);
    rest = rest.slice(found[0].length + length).replace(/^\n/, '');
  }
  return values;
}

function valueAt(text: string): { readonly value: string; readonly length: number } {
  let [value, length] = ['', 0];
  for (let part = quoted.exec(text); part !== null; part = quoted.exec(text.slice(length))) {
    value += part[1] ?? unescaped(part[2] ?? '', /\\(\n|["\\`$])/g);
    length += part[0].length;
  }
  const [plain = ''] = bare.exec(text.slice(length)) ?? [];
  return {
    value: value + unescaped(plain, /\\([\s\S])/g).trimEnd(),
    length: length + plain.length,
  };
}

/** A line end behind a backslash continues in the next line. */
function unescaped(text: string, pattern: RegExp): string {
  return text.replace(pattern, (_, character: string) => (character === '\n' ? '' : character));
}
