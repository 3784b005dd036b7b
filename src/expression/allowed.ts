import type { ASTNode } from '@marcbachmann/cel-js';
import { functions, methods } from './functions.ts';
import { parsePattern } from './pattern.ts';

/** What an expression reads and looks for; everything in it is on the lists below. */
export interface Parts {
  readonly columns: string[];
  readonly patterns: Set<string>;
  /** A text may be made of a number: `string()`. */
  writesNumbers: boolean;
}

const operators = new Set('value [] ?: || && !_ -_ == != < <= > >= + - * / % in list'.split(' '));
const functionNames = new Set(functions.map(({ name }) => name));
const methodNames = new Set(methods.map(({ name }) => name));

/** Collects the parts of an expression; a sentence where it holds what is not on the lists. */
export function partsOf(node: ASTNode, parts: Parts): string | undefined {
  if (node.op === 'id') return `knows no ${node.args}: write row["column name"]`;
  if (node.op === '[]' && isRow(node.args[0])) return addColumn(node.args[1], parts);
  if (node.op === 'call') return callFault(node, parts);
  if (node.op === 'rcall') {
    const [name, receiver, given] = node.args;
    if (!methodNames.has(name)) return `knows no .${name}()`;
    return firstFault([receiver, ...given], parts);
  }
  if (!operators.has(node.op) || node.op === '[]')
    return node.op === '.' ? 'takes columns as row["column name"]' : `cannot use ${node.op}`;
  return firstFault(childrenOf(node), parts);
}

/** The library keeps its own string(), which writes a binary fraction with all of its noise: 1000.9999999999999. */
export const writer = 'stringOf';

function callFault(node: CallNode, parts: Parts): string | undefined {
  const [name, given] = node.args;
  if (!functionNames.has(name)) return `knows no ${name}()`;
  if (name === 'string') {
    parts.writesNumbers = true;
    node.args[0] = writer;
  }
  const pattern = given[1];
  if (name === 'matches' || name === 'extract') {
    if (pattern?.op !== 'value' || typeof pattern.args !== 'string')
      return `${name}() needs a pattern in quotes as its second value`;
    const parsed = parsePattern(pattern.args);
    if ('fault' in parsed) return parsed.fault;
    parts.patterns.add(pattern.args);
  }
  return firstFault(given, parts);
}

type CallNode = Extract<ASTNode, { op: 'call' }>;

function isRow(node: ASTNode): boolean {
  return node.op === 'id' && node.args === 'row';
}

function addColumn(node: ASTNode, { columns }: Parts): string | undefined {
  if (node.op !== 'value' || typeof node.args !== 'string')
    return 'must name each column in quotes, as in row["column name"]';
  if (!columns.includes(node.args)) columns.push(node.args);
  return undefined;
}

function firstFault(nodes: readonly ASTNode[], parts: Parts): string | undefined {
  for (const node of nodes) {
    const fault = partsOf(node, parts);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function childrenOf(node: ASTNode): ASTNode[] {
  if (node.op === 'value') return [];
  return (Array.isArray(node.args) ? node.args : [node.args]) as ASTNode[];
}
