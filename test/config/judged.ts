import type { Config } from '../../src/config/declaration.ts';
import { configErrorText, judge } from '../../src/config/judge.ts';
import type { Answer, Environment } from '../../src/config/references.ts';

export interface Around {
  readonly env?: Environment;
  /** Files that `${file:PATH}` finds, by absolute path. */
  readonly files?: Readonly<Record<string, string>>;
  readonly platform?: NodeJS.Platform;
}

/** Judges a text as /etc/stockhand/s.yaml. */
export function judged(text: string, { env = {}, files = {}, platform = 'linux' }: Around = {}) {
  const folder = platform === 'win32' ? 'C:\\stockhand' : '/etc/stockhand';
  const read = async (path: string): Promise<Answer> => {
    const found = files[path];
    return found === undefined ? { fault: `needs ${path}`, remedy: 'Write it.' } : { text: found };
  };
  return judge({ text, file: 's.yaml', folder, platform, env, read });
}

/** `line:column message` of each error; none where the text is sound. */
export async function errorsIn(text: string, around: Around = {}): Promise<string[]> {
  const result = await judged(text, around);
  if ('config' in result) return [];
  return result.errors.map((error) =>
    configErrorText(error).replace(/^s\.yaml:(\S+) error /, '$1 '),
  );
}

export async function configOf(text: string, around: Around = {}): Promise<Config> {
  const result = await judged(text, around);
  if ('config' in result) return result.config;
  throw new Error(result.errors.map(configErrorText).join('\n'));
}

/** The least that loads; what follows it is appended. */
export const marketplace = `marketplace: { baseUrl: "https://market.example", apiKey: key-1 }
`;

/** One products source with more keys; its mapping begins in column 9 of the last lines. */
export function withSource(...lines: readonly string[]): string {
  const keys = lines.map((line) => `      ${line}\n`).join('');
  return `${marketplace}catalog:
  sources:
    - name: articles
      folder: ./out
      files: "*.csv"
      mapping: { externalId: ArtNr, name: Bez }
${keys}`;
}

export function withMapping(...lines: readonly string[]): string {
  const keys = lines.map((line) => `        ${line}\n`).join('');
  return `${marketplace}catalog:
  sources:
    - name: articles
      folder: ./out
      files: "*.csv"
      mapping:
        externalId: ArtNr
        name: Bez
${keys}`;
}

/** The field as the catalogue reads it. */
export async function fieldOf(name: string, written: string) {
  const config = await configOf(withMapping(`${name}: ${written}`));
  const mapping = config.catalog?.sources[0]?.mapping as unknown as Record<string, unknown>;
  return mapping[name];
}
