import { z } from 'zod';
import { declaration } from './declaration.ts';
import type { Path } from './tree.ts';

/** The part of JSON Schema that the declaration turns into. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly definitions?: Readonly<Record<string, JsonSchema>>;
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly writeOnly?: boolean;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

let made: JsonSchema | undefined;

/** What may be written, as editors and the reference page need it. Draft 7 is what editors know best. */
export function jsonSchema(): JsonSchema {
  made ??= makeSchema();
  return made;
}

function makeSchema(): JsonSchema {
  const nowhere = declaration({ folder: '/', platform: 'linux' });
  const schema: unknown = z.toJSONSchema(nowhere, { io: 'input', target: 'draft-7' });
  return schema as JsonSchema;
}

/** The schema behind references, and every form that a value may have. */
export function forms(root: JsonSchema, schema: JsonSchema): JsonSchema[] {
  const name = schema.$ref?.replace('#/definitions/', '');
  const target = name === undefined ? undefined : root.definitions?.[name];
  const more = [
    ...(target === undefined ? [] : [target]),
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
  ];
  return more.length === 0 ? [schema] : more.flatMap((form) => forms(root, form));
}

/** The names that are known at a place of the file. */
export function knownKeys(root: JsonSchema, path: Path): string[] {
  return formsAt(root, path).flatMap((form) => Object.keys(form.properties ?? {}));
}

/** A group of keys and where it stands, such as `catalog.sources[]`; the top level is ''. */
export interface Group {
  readonly at: string;
  readonly schema: JsonSchema;
}

/** Every group of the file, in order. The forms of mapped fields are shared and are in the definitions instead. */
export function groups(schema: JsonSchema, at = ''): Group[] {
  const below = Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
    groups(part, at === '' ? name : `${at}.${name}`),
  );
  return [
    ...(schema.properties === undefined ? [] : [{ at, schema }]),
    ...below,
    ...(schema.anyOf ?? []).flatMap((form) => groups(form, at)),
    ...(schema.items === undefined ? [] : groups(schema.items, `${at}[]`)),
  ];
}

/** Where a key of this name is at home; undefined where nowhere. */
export function homeOf(root: JsonSchema, key: string): string | undefined {
  return groups(root).find(({ schema }) => Object.hasOwn(schema.properties ?? {}, key))?.at;
}

function formsAt(root: JsonSchema, path: Path): JsonSchema[] {
  let current = forms(root, root);
  for (const step of path) {
    current = current
      .flatMap((form) => {
        if (typeof step === 'number') return form.items ?? [];
        const own = form.properties?.[step];
        if (own !== undefined) return own;
        return typeof form.additionalProperties === 'object' ? form.additionalProperties : [];
      })
      .flatMap((schema) => forms(root, schema));
  }
  return current;
}
