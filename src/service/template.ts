import fs from 'node:fs';
import { Liquid } from 'liquidjs';

/** config/ of the package, which lies three folders above the compiled file and two above this one. */
const depth = import.meta.url.endsWith('.ts') ? '../..' : '../../..';
const folder = new URL(`${depth}/config/service/`, import.meta.url);

/** A template of config/service/ with its values; a value that it names and that is not there is an error. */
export function fromTemplate(name: string, fields: Record<string, unknown>): string {
  const engine = new Liquid({ strictVariables: true, strictFilters: true, ownPropertyOnly: true });
  return engine.parseAndRenderSync(fs.readFileSync(new URL(name, folder), 'utf8'), fields);
}
