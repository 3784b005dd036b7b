import { productFields } from '../domain/product.ts';
import type { Finding, Plain } from './tree.ts';
import { listAt, numberAt, sourcesOf, textAt, type WrittenSource } from './written.ts';

/** What a source must keep among its own keys. */
export function sourceRules(value: Plain): Finding[] {
  const sources = sourcesOf(value);
  return [
    ...sources.flatMap((source) =>
      source.kind === 'stock' ? stock(value, source) : products(value, source),
    ),
    ...sources.flatMap((source) => files(value, source)),
    ...sources.flatMap((source) => records(value, source)),
    ...sameNames(sources),
    ...nameIsMapped(sources),
  ];
}

const stockFields = ['externalId', 'availableQty'];
const everyField: readonly string[] = [...productFields, 'picture'];

/** spec "Catalog", batch/stock: it takes these two fields and nothing else. */
function stock(value: Plain, { path, name, contents, fields }: WrittenSource): Finding[] {
  const foreign = fields.filter(
    (field) => everyField.includes(field) && !stockFields.includes(field),
  );
  const findings = foreign.map(
    (field): Finding => ({
      path: [...path, 'mapping', field],
      at: 'key',
      message: `${field} cannot be mapped in source "${name}": a source of kind stock can have only externalId and availableQty`,
      remedy: 'Map it in a source of kind products.',
    }),
  );
  if (fields.length > 0 && !fields.includes('availableQty')) {
    findings.push({
      path: [...path, 'mapping'],
      at: 'key',
      message: `availableQty is missing in the mapping of source "${name}", which is of kind stock`,
      remedy: 'Name the column of the stock.',
    });
  }
  if (contents === 'delta' && textAt(value, [...path, 'missing']) !== undefined) {
    findings.push({
      path: [...path, 'missing'],
      at: 'key',
      message: `missing is only for full exports, but source "${name}" has contents: delta`,
      remedy: 'Remove the line, or use contents: full.',
    });
  }
  return findings;
}

function products(value: Plain, { path, name }: WrittenSource): Finding[] {
  const findings: Finding[] = [];
  const onlyForStock = `is only for sources of kind stock, but "${name}" is of kind products`;
  if (textAt(value, [...path, 'missing']) !== undefined) {
    const remedy = 'Remove the line; catalog.vanished says what happens to missing products.';
    findings.push({
      path: [...path, 'missing'],
      at: 'key',
      message: `missing ${onlyForStock}`,
      remedy,
    });
  }
  if (textAt(value, [...path, 'duplicates']) === 'sum') {
    const remedy =
      'Use reject or last. If each row is a warehouse, add a second source of kind stock over the same files, which adds them up.';
    findings.push({
      path: [...path, 'duplicates'],
      at: 'value',
      message: `sum ${onlyForStock}`,
      remedy,
    });
  }
  return findings;
}

function files(value: Plain, { path, name, contents }: WrittenSource): Finding[] {
  const findings: Finding[] = [];
  if (contents === 'delta' && textAt(value, [...path, 'pick']) === 'union') {
    findings.push({
      path: [...path, 'pick'],
      at: 'value',
      message: `union makes one full export of several files, but source "${name}" has contents: delta`,
      remedy: 'Use pick: each, or contents: full.',
    });
  }
  if (
    textAt(value, [...path, 'format']) === 'fixed' &&
    listAt(value, [...path, 'columns']).length === 0
  ) {
    findings.push({
      path: [...path, 'format'],
      at: 'value',
      message: `fixed needs columns in source "${name}"`,
      remedy: 'Add columns: [{ name, start, length }, …].',
    });
  }
  return findings;
}

/** What ends behind its record would be read from the next one. */
function records(value: Plain, { path, name }: WrittenSource): Finding[] {
  const at = [...path, 'recordLength'];
  const ends = listAt(value, [...path, 'columns']).map((_, index) => {
    const column = [...path, 'columns', index];
    return numberAt(value, [...column, 'start']) + numberAt(value, [...column, 'length']) - 1;
  });
  const end = Math.max(...ends);
  if (!(end > numberAt(value, at))) return [];
  const message = `the columns of source "${name}" end at ${end}, behind its recordLength`;
  return [{ path: at, at: 'value', message, remedy: 'Give the characters of a whole record.' }];
}

function sameNames(sources: readonly WrittenSource[]): Finding[] {
  return sources
    .filter(({ name }, index) => sources.findIndex((other) => other.name === name) < index)
    .map(({ path, name }) => ({
      path: [...path, 'name'],
      at: 'value',
      message: `two sources have the name "${name}"`,
      remedy: 'Give each source its own name: results and commands use it.',
    }));
}

/** spec "Product (request fields)": no product without a name, whichever source gives it. */
function nameIsMapped(sources: readonly WrittenSource[]): Finding[] {
  const withFields = sources.filter(({ kind, fields }) => kind === 'products' && fields.length > 0);
  const [first] = withFields;
  if (first === undefined || withFields.some(({ fields }) => fields.includes('name'))) return [];
  return [
    {
      path: [...first.path, 'mapping'],
      at: 'key',
      message: `name is missing in the mapping of source "${first.name}": the marketplace does not accept a product without it`,
      remedy: 'Name the column of the product names.',
    },
  ];
}
