import type { CatalogConfig, SourceConfig } from './ports.ts';

/** The sources that give the fields of articles. */
export function productsSources({
  sources,
}: Pick<CatalogConfig, 'sources'>): readonly SourceConfig[] {
  return sources.filter(({ kind }) => kind === 'products');
}

/** Only a source that gives names decides whether an article is there; others add fields or stock to it. */
export function namesArticles({ kind, mapping }: Pick<SourceConfig, 'kind' | 'mapping'>): boolean {
  return kind === 'products' && mapping.name !== undefined;
}
