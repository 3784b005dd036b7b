import { childNamed, childrenNamed, childText, type Put, type XmlElement } from '../xml/tree.ts';
import { inLanguage } from './language.ts';

/**
 * Features as `FEATURE:Netzspannung` = `110, 220 VLT`, those of one name together, for an attribute is one text; the
 * groups they belong to as columns of their own.
 */
export function putFeatures(
  groups: readonly XmlElement[],
  language: string | undefined,
  put: Put,
): void {
  const features = new Map<string, Set<string>>();
  for (const group of groups) {
    for (const child of group.children) {
      if (child.name === 'FEATURE') addFeature(child, language, features);
      else if (child.children.length === 0) put(child.name, child.text);
    }
  }
  for (const [name, values] of features) put(`FEATURE:${name}`, [...values].join(', '));
}

function addFeature(
  feature: XmlElement,
  language: string | undefined,
  features: Map<string, Set<string>>,
): void {
  const textOf = (name: string): string | undefined =>
    inLanguage(childrenNamed(feature, name), language)[0]?.text;
  // BMEcat 2005 may name a feature by reference to a template instead.
  const name = textOf('FNAME') ?? childText(feature, 'FT_IDREF');
  if (name === undefined || name === '') return;
  const values = features.get(name) ?? new Set();
  features.set(name, values);
  const unit = textOf('FUNIT') ?? '';
  const value = valuesOf(feature, language).join(', ');
  if (value !== '') values.add(unit === '' ? value : `${value} ${unit}`);
}

/** Also those that the article's variants choose from. */
function valuesOf(feature: XmlElement, language: string | undefined): string[] {
  const variants = childNamed(feature, 'VARIANTS');
  const choices = variants === undefined ? [] : childrenNamed(variants, 'VARIANT');
  const values = [
    ...childrenNamed(feature, 'FVALUE'),
    ...choices.flatMap((choice) => childrenNamed(choice, 'FVALUE')),
  ];
  return inLanguage(values, language)
    .filter((value) => value.text !== '')
    .map((value) => value.text);
}
