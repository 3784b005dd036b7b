import { catalogFloors, importTable } from './import-table.ts';

/** The house rules as functions over source texts, so that the test can also show each of them a violation. */
export interface SourceFile {
  /** From the project's root, with slashes. */
  readonly path: string;
  readonly text: string;
}

interface Import {
  readonly from: string;
  /** Resolved for relative imports, else the package's name. */
  readonly target: string;
  readonly isType: boolean;
}

/** The thread of the way up, and the process of a share, have their own. */
const compositionRoots = new Set([
  'src/catalog/worker.ts',
  'src/shares/courier-process.ts',
  'src/main.ts',
]);

/** Packages and globals that one place alone may touch; the sandbox counts as a house of its own. */
const owners: readonly {
  readonly what: string;
  readonly pattern: RegExp;
  readonly places: readonly RegExp[];
}[] = [
  {
    what: 'the environment',
    pattern: /process\.env\b/,
    places: [/^src\/config\//, /^src\/main\.ts$/],
  },
  {
    what: 'better-sqlite3 and kysely',
    pattern: /from '(better-sqlite3|kysely)'/,
    places: [/^src\/store\//, /^src\/sandbox\//],
  },
  {
    what: 'the way in which a transaction begins',
    pattern: /database\.transaction\(/,
    places: [/^src\/store\/database\.ts$/, /^src\/sandbox\//],
  },
  {
    what: 'the expression and pattern libraries',
    pattern: /from '(@marcbachmann\/cel-js|re2js)'/,
    places: [/^src\/expression\//, /^src\/files\/glob\.ts$/],
  },
  {
    what: 'nodemailer',
    pattern: /(from|import\() ?'nodemailer'/,
    places: [/^src\/alerts\/mail\.ts$/],
  },
  {
    what: 'undici',
    pattern: /from 'undici['/]/,
    places: [/^src\/marketplace\/transport\.ts$/],
  },
  {
    what: 'sharp',
    pattern: /(from|import\() ?'sharp'/,
    places: [/^src\/files\/convert-picture\.ts$/],
  },
  { what: 'chokidar', pattern: /from 'chokidar'/, places: [/^src\/files\/watch\.ts$/] },
  { what: 'fastify', pattern: /from 'fastify'/, places: [/^src\/web\//, /^src\/sandbox\//] },
  { what: 'pino', pattern: /from 'pino'/, places: [/^src\/log\.ts$/] },
  {
    what: 'time, timers and chance',
    // A socket's own `setTimeout` only says how long it may be silent.
    pattern:
      /\bDate\.now\(|\bMath\.random\(|(?<!\bsocket\.)\bset(Timeout|Interval)\(|\bnew Date\(\)|\bperformance\.now\(/,
    places: [/^src\/clock\.ts$/, /^src\/sandbox\//, /^src\/page\//],
  },
  {
    what: 'the terminal',
    pattern: /\bconsole\.|process\.std(out|err)\b/,
    places: [
      /^src\/cli\/output\.ts$/,
      /^src\/log\.ts$/,
      /^src\/config\/generate\.ts$/,
      // Its output is a pipe to the thread that asked.
      /^adapters\/workbook\/child\.ts$/,
    ],
  },
];

export const fileLinesMax = 300;
export const functionLinesMax = 60;
const hiddenNames = /(^|\/)(utils?|helpers?|misc|common|types)\.ts$/;

function roomOf(path: string): string {
  if (path.startsWith('adapters/')) return 'adapters';
  const parts = path.replace(/^src\//, '').split('/');
  return parts.length === 1 ? 'root' : (parts[0] ?? 'root');
}

function importsOf(file: SourceFile): Import[] {
  const pattern = /^(?:import|export)\s+(type\s+)?(?:[\s\S]*?\sfrom\s+)?'([^']+)';/gm;
  const loaded = /\b(?:await |load\()import\('([^']+)'\)/g;
  const code = withoutComments(file.text);
  const found = [
    ...[...code.matchAll(pattern)].map(([, type, target = '']) => ({ type, target })),
    ...[...code.matchAll(loaded)].map(([, target = '']) => ({ type: undefined, target })),
  ];
  return found.map(({ type, target }) => ({
    from: file.path,
    target: target.startsWith('.') ? resolved(file.path, target) : target,
    isType: type !== undefined,
  }));
}

/** Imports that cross rooms where the table does not allow it. */
export function importFaults(files: readonly SourceFile[]): string[] {
  return files
    .flatMap(importsOf)
    .filter(isForbidden)
    .map(({ from, target, isType }) => {
      return `${from} (${roomOf(from)}) may not import ${isType ? 'types' : 'values'} from ${target} (${roomOf(target)})`;
    });
}

/** What a file needs of a module stands in one import, its types with `type` before them. */
export function repeatedImports(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const targets = [...withoutComments(text).matchAll(/^import\s[^']*\sfrom '([^']+)';/gm)].map(
      ([, target]) => target,
    );
    return targets
      .filter((target, index) => targets.indexOf(target) < index)
      .map((target) => `${path} imports ${target} twice`);
  });
}

/** Imports of what runs that go up in `src/catalog/`, and rooms there that have no floor. */
export function floorFaults(files: readonly SourceFile[]): string[] {
  return files
    .flatMap(importsOf)
    .filter(({ from, isType }) => !isType && from.startsWith('src/catalog/'))
    .filter(({ from, target }) => floorOf(from) < floorOf(target))
    .map(
      ({ from, target }) => `${from} may not import values from ${target}, which stands above it`,
    );
}

/** Above all rooms what stands in none of them; below them what is not of the catalogue. */
function floorOf(path: string): number {
  const [, inner = '', file] = /^src\/catalog\/([^/]+)(\/.+)?$/.exec(path) ?? [];
  if (inner === '') return -1;
  if (file === undefined) return catalogFloors.length;
  const floor = catalogFloors.indexOf(inner);
  if (floor === -1) throw new Error(`src/catalog/${inner} has no floor in catalogFloors`);
  return floor;
}

function isForbidden({ from, target, isType }: Import): boolean {
  const isOurs = target.startsWith('src/') || target.startsWith('adapters/');
  if (!isOurs || compositionRoots.has(from)) return false;
  const [own, other] = [roomOf(from), roomOf(target)];
  if (own === other) return false;
  const rule = importTable[own];
  return rule === undefined || !(isType ? rule.types : rule.values).includes(other);
}

export function ownerFaults(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    owners
      .filter(
        ({ pattern, places }) =>
          !places.some((place) => place.test(path)) && pattern.test(withoutComments(text)),
      )
      .map(({ what }) => `${path} touches ${what}, which has one owner`),
  );
}

export function sizeFaults(files: readonly SourceFile[]): string[] {
  return [
    ...longFiles(files),
    ...files.flatMap(({ path, text }) => functionFaults(path, text.split('\n'))),
  ];
}

export function longFiles(files: readonly SourceFile[]): string[] {
  return files
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > fileLinesMax)
    .map(({ path, lines }) => `${path} has ${lines} lines`);
}

/** Formatted code: a function ends at the first line of its own indentation that begins with a closing brace. */
function functionFaults(path: string, lines: readonly string[]): string[] {
  const begins =
    /^(\s*)(?:export )?(?:default )?(?:async )?(?:function\b|(?:static |async |get |set |#|\*)*\w+\s*\(.*|const \w+ = (?:async )?\(?.*=>\s*)\{?.*\{$/;
  return lines.flatMap((line, index) => {
    const indent = begins.exec(line)?.[1];
    if (indent === undefined || /^\s*(?:if|for|while|switch|return|describe|it|test)\b/.test(line))
      return [];
    const rest = lines.slice(index + 1).findIndex((other) => other.startsWith(`${indent}}`));
    return rest + 2 > functionLinesMax
      ? [`${path}:${index + 1} is a function of ${rest + 2} lines`]
      : [];
  });
}

export function nameFaults(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => hiddenNames.test(path))
    .map(({ path }) => `${path} hides what is inside`);
}

/** Files that nobody imports and that are no entry point; a declaration of types is found by the compiler alone. */
export function deadFiles(files: readonly SourceFile[], entries: readonly string[]): string[] {
  const imported = new Set(files.flatMap(importsOf).map(({ target }) => target));
  return files
    .map(({ path }) => path)
    .filter((path) => !imported.has(path) && !entries.includes(path) && !path.endsWith('.d.ts'));
}

function resolved(from: string, target: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}
