import { isPrice, productFields } from '../domain/product.ts';
import { nameOf } from './explain.ts';
import { at, type Finding, type Path, type Plain } from './tree.ts';
import { keysAt, listAt, sourcesOf, textAt, type WrittenSource } from './written.ts';

/** What mappings must keep: no prices, one owner for each field, and nothing cut that names something. */
export function fieldRules(value: Plain): Finding[] {
  const sources = sourcesOf(value);
  return [
    ...sources.flatMap((source) => prices(value, source)),
    ...sources.flatMap((source) => cutNames(value, source)),
    ...ownedFields.flatMap((field) => secondOwners(sources, field)),
    ...pictureFiles(value, sources),
  ];
}

/** spec "What the service does" 4: said at the line that maps it, not by a 422 at night (fault 22). */
function prices(value: Plain, { path }: WrittenSource): Finding[] {
  const mapping = [...path, 'mapping'];
  const attributes = [...mapping, 'attributes'];
  const keys = [mapping, attributes].flatMap((group) =>
    keysAt(value, group).map((name) => ({ at: [...group, name], name })),
  );
  const columns = listAt(value, [...attributes, 'columns']).map((name, index) => ({
    at: [...attributes, 'columns', index],
    name,
  }));
  return [...keys, ...columns].flatMap(({ at, name }) =>
    typeof name === 'string' && isPrice(name) ? [price(at, name)] : [],
  );
}

function price(path: Path, name: string): Finding {
  return {
    path,
    at: 'key',
    message: `${name} cannot be mapped: prices are managed in the supplier portal (would be refused with 422 PRICE_NOT_SUPPORTED_VIA_CONNECT)`,
    remedy: 'Remove the line.',
  };
}

const neverCut = { barcode: 'a barcode', picture: "a picture's path" };

/** What is left of a name that is cut is the name of something else. */
function cutNames(value: Plain, { path }: WrittenSource): Finding[] {
  return Object.entries(neverCut).flatMap(([field, what]) => {
    const place = [...path, 'mapping', field];
    const written = textAt(value, [...place, 'cut']);
    if (written === undefined || written === 'false') return [];
    return [
      {
        path: [...place, 'cut'],
        at: 'key',
        message: `${nameOf(place)} has cut: but ${what} that is cut is a different one`,
        remedy: 'Remove it; shorten the value in the ERP, or map a shorter column.',
      },
    ];
  });
}

/** The key is in every source; all else has one owner (contract "Who owns a field"). */
const ownedFields = [...productFields.filter((field) => field !== 'externalId'), 'picture'];

function secondOwners(sources: readonly WrittenSource[], field: string): Finding[] {
  const owners = sources.filter(({ fields }) => fields.includes(field));
  return owners.flatMap((source, index) => {
    const first = owners.slice(0, index).find((other) => collide(field, [other, source]));
    return first === undefined ? [] : [twoOwners(field, first, source)];
  });
}

/** A stock source owns availableQty; a products source then only gives it to the upsert that creates a product. */
function collide(field: string, [one, other]: readonly [WrittenSource, WrittenSource]): boolean {
  return field !== 'availableQty' || one.kind === other.kind;
}

function twoOwners(field: string, first: WrittenSource, second: WrittenSource): Finding {
  return {
    path: [...second.path, 'mapping', field],
    at: 'key',
    message: `${field} is mapped in source "${first.name}" and again in source "${second.name}": only one source may give a field`,
    remedy: 'Remove one of the two lines.',
  };
}

function pictureFiles(value: Plain, sources: readonly WrittenSource[]): Finding[] {
  const files = ['catalog', 'pictures', 'files'];
  const owner = sources.find(({ fields }) => fields.includes('picture'));
  if (owner === undefined || at(value, files) === undefined) return [];
  return [
    {
      path: files,
      at: 'key',
      message: `pictures are named by catalog.pictures.files and again by picture in source "${owner.name}": only one of them may name them`,
      remedy: 'Remove one of the two lines.',
    },
  ];
}
