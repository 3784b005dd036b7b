import os from 'node:os';
import path from 'node:path';
import type { CatalogConfig, SourceConfig } from '../../src/config/declaration.ts';
import { configErrorText, judge } from '../../src/config/judge.ts';

/** The catalogue of a configuration whose text below `catalog:` is given, indented by two blanks. */
export async function declared(catalog: string): Promise<CatalogConfig> {
  const folder = os.tmpdir();
  const text = `marketplace: { baseUrl: "https://market.example", apiKey: key }\ncatalog:\n${catalog}\n`;
  const judged = await judge({
    text,
    file: path.join(folder, 'stockhand.yaml'),
    folder,
    platform: 'linux',
    env: {},
    read: async () => '',
  } as never);
  if ('errors' in judged) throw new Error(judged.errors.map(configErrorText).join('\n'));
  if (judged.config.catalog === undefined) throw new Error('there is no catalog');
  return judged.config.catalog;
}

/** One source of products; `keys` is YAML such as `empty: clear`. */
export async function declaredSource(mapping: string, keys = ''): Promise<SourceConfig> {
  const more = keys === '' ? '' : `, ${keys}`;
  const { sources } = await declared(
    `  sources:\n    - { name: articles, folder: ./out, files: "*.csv", mapping: ${mapping}${more} }`,
  );
  const [source] = sources;
  if (source === undefined) throw new Error('there is no source');
  return source;
}
