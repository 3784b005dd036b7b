import { SaxesParser } from 'saxes';
import type { WriteAdapter } from '../../../src/domain/adapter.ts';
import { hostileOrders } from './generated.ts';

/** One element as a reader that is not ours sees it. */
export interface Tree {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Tree[];
  readonly text: string;
}

interface Growing extends Tree {
  readonly children: Growing[];
  text: string;
}

export function parseXml(bytes: Uint8Array): Tree {
  const top: Growing = { name: '', attributes: {}, children: [], text: '' };
  const open: Growing[] = [top];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const tree: Growing = { name, attributes, children: [], text: '' };
    open.at(-1)!.children.push(tree);
    open.push(tree);
  });
  parser.on('text', (text) => {
    open.at(-1)!.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).close();
  return top.children[0]!;
}

/** Hostile orders with what a writer makes of each; `document` finds the order in the file's tree. */
export function hostileTrees({ write }: WriteAdapter, document = (tree: Tree) => tree) {
  return hostileOrders().map((order) => {
    const bytes = write(order);
    return { order, bytes, tree: document(parseXml(bytes)) };
  });
}

/** Elements by path, `cac:OrderLine/cac:LineItem`; namespace prefixes as they are written. */
export function all(tree: Tree, path: string): readonly Tree[] {
  return path
    .split('/')
    .reduce<readonly Tree[]>(
      (trees, name) =>
        trees.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [tree],
    );
}

export function text(tree: Tree, path: string): string | undefined {
  return all(tree, path)[0]?.text;
}

/** Every text of a leaf and every attribute. */
export function everything(tree: Tree): readonly string[] {
  const own = tree.children.length === 0 ? [tree.text] : [];
  return [...own, ...Object.values(tree.attributes), ...tree.children.flatMap(everything)];
}
