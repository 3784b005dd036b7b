import { type Callable, functions, methods } from '../expression/functions.ts';
import { type Group, groups, type JsonSchema, jsonSchema } from './schema.ts';

const preface = `# Configuration reference

Written by \`npm run docs\` from the declaration in \`src/config\`; edit that, not this page.

One YAML file in UTF-8. Stockhand looks for it at \`--config FILE\`, \`$STOCKHAND_CONFIG\`, \`config/stockhand.yaml\` and
\`/etc/stockhand/stockhand.yaml\` (Windows: \`%ProgramData%\\Stockhand\\stockhand.yaml\`). An unknown key is an error.

| written as | means |
|---|---|
| \`\${NAME}\` | the environment variable NAME; it is an error if this is not set |
| \`\${file:PATH}\` | the text of a file, without line ends at its end; Stockhand removes the right of other users of the machine to read the file |
| \`$\${\` | a plain \`\${\` |
| duration | \`500ms\`, \`30s\`, \`5m\`, \`2h\`, \`400d\` |
| size | \`500kB\`, \`20MB\`, \`1GB\`; a MB is 1,000,000 bytes |
| share | \`2%\` |
| path | absolute, or relative to the folder of the configuration file |
| moment | \`2026-12-31\` or \`2026-12-31T18:00:00Z\` |
| secret | a text that is never shown |
| column | the name in the header row; with \`headerRow: none\` its number, from 1 |
`;

const fieldNames: Readonly<Record<string, string>> = {
  KeyField: 'key field',
  TextField: 'text field',
  NumberField: 'number field',
  StockField: 'stock field',
  FlagField: 'switch field',
};

const fields = `## Mapped fields

A field of \`mapping\` is written as the name of a column, or as a group of the keys below. In a group, exactly one of
\`column\`, \`columns\`, \`template\`, \`constant\`, \`expression\` and \`sum\` says where the value comes from. The steps are done
in this order: trim, replace, stripHtml, default, translate, prepend and append, cut; for numbers then buffer and rounding.

A number in the configuration itself is written with a decimal point and without a thousands mark, such as 1000.5: \`numbers\`
of a source applies to its files only, not to \`constant\`, \`default\`, \`translate\`, \`otherwise\` and \`buffer\`. In \`translate\`
and \`otherwise\`, "" makes the cell empty.
`;

const expressions = `## Expressions

An \`expression\` of a field or of \`where\` may use: the cells of the row as \`row["column name"]\`, each a trimmed text and
"" if it is empty; texts in quotes, numbers, \`true\` and \`false\`; lists as \`["A", "B"]\`; and the signs
\`+ - * / %\`, \`== != < <= > >=\`, \`&& || !\`, \`in\` and \`condition ? one : other\`. \`+\` joins two texts or
adds two numbers: to join a text and a number, use \`string()\` or \`number()\`. Nothing else of CEL can be used but these functions:

${callables([...functions, ...methods])}
`;

function callables(all: readonly Callable[]): string {
  const lines = all.map(({ written, does, example, gives }) =>
    tableRow([`\`${written}\``, does, `\`${example}\` gives \`${gives}\``]),
  );
  return ['| function | what it does | example |', '|---|---|---|', ...lines].join('\n');
}

/** `config/reference.md`: every key with its kind, its default and what it does. */
export function referencePage(): string {
  const root = jsonSchema();
  const definitions = Object.entries(root.definitions ?? {});
  const pages = [
    preface,
    ...sections(root).map((group) => section(group)),
    fields,
    ...definitions.map(([id, schema]) => {
      const form = schema.anyOf?.find(({ properties }) => properties !== undefined) ?? schema;
      return `### ${fieldNames[id] ?? id}\n\n${table(form, '')}`;
    }),
    expressions,
  ];
  return pages.join('\n');
}

/** A group that may also stand in a list is shown once. */
function sections(root: JsonSchema): Group[] {
  const all = groups(root);
  return all.filter(({ at }) => !all.some((other) => `${other.at}[]` === at));
}

function section({ at, schema }: Group): string {
  const title = at === '' ? '## Top level' : `## ${at}`;
  const about = schema.description === undefined ? '' : `${schema.description}\n\n`;
  return `${title}\n\n${about}${table(schema, at)}`;
}

function table(schema: JsonSchema, at: string): string {
  const lines = Object.entries(schema.properties ?? {}).map(([name, part]) => {
    const required = schema.required?.includes(name) ?? false;
    const place = at === '' ? name : `${at}.${name}`;
    const cells = [`\`${name}\``, kindOf(part, place), defaultOf(part, required), described(part)];
    return tableRow(cells);
  });
  const others = schema.additionalProperties;
  if (typeof others === 'object') {
    lines.push(`| any other name | ${kindOf(others, at)} |  | ${described(others)} |`);
  }
  return ['| key | value | default | what it does |', '|---|---|---|---|', ...lines, ''].join('\n');
}

export function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function described(schema: JsonSchema): string {
  return schema.description ?? schema.allOf?.[0]?.description ?? '';
}

function defaultOf(schema: JsonSchema, required: boolean): string {
  if (required) return '**required**';
  const { default: given } = schema;
  // A group's or a list's empty default says nothing: its own keys have theirs.
  if (given === undefined || (typeof given === 'object' && Object.keys(given ?? {}).length === 0))
    return '';
  if (Array.isArray(given)) return `\`[${given.join(', ')}]\``;
  return given === '' || given === ' ' ? `\`"${given}"\`` : `\`${String(given)}\``;
}

/** The kind in words for people. `at` is where the value stands, for links to groups. */
function kindOf(schema: JsonSchema, at: string): string {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  if (reference !== undefined) {
    const name = fieldNames[reference.replace('#/definitions/', '')] ?? reference;
    return `[${name}](#${name.replaceAll(' ', '-')})`;
  }
  if (schema.title !== undefined) return schema.title;
  if (schema.anyOf !== undefined) {
    return [...new Set(schema.anyOf.map((form) => kindOf(form, at)))].join(' or ');
  }
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (schema.items !== undefined) return `list: ${kindOf(schema.items, `${at}[]`)}`;
  if (schema.properties !== undefined) return groupLink(schema, at);
  if (typeof schema.additionalProperties === 'object') {
    return `names and values (${kindOf(schema.additionalProperties, at)})`;
  }
  if (schema.type === 'integer') return `whole number, ${schema.minimum} to ${schema.maximum}`;
  return schema.type === 'boolean' ? 'true or false' : 'text';
}

/** Groups inside of mapped fields have no section: their keys say enough. */
function groupLink({ properties = {} }: JsonSchema, at: string): string {
  if (!at.includes('.') && at.endsWith('[]')) return `{ ${Object.keys(properties).join(', ')} }`;
  return `[group](#${anchor(at)})`;
}

/** As renderers of Markdown build it from a heading. */
function anchor(at: string): string {
  return at.toLowerCase().replace(/[^a-z0-9_-]/g, '');
}
