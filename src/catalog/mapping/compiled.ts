import type { NumberStyle } from '../../domain/quantity.ts';
import { type Expression, parseExpression } from '../../expression/expression.ts';
import { type Pattern, parsePattern } from '../../expression/pattern.ts';

/**
 * Expressions and patterns that the configuration has judged already: compiled once, and let go with the configuration.
 */
const expressions = new WeakMap<object, Expression>();
const patterns = new WeakMap<object, Pattern>();

export function compiled(of: { readonly expression: string }, style?: NumberStyle): Expression {
  const known = expressions.get(of);
  if (known !== undefined) return known;
  const parsed = parseExpression(of.expression, style);
  if ('fault' in parsed) throw new Error(`the expression ${parsed.fault}`);
  expressions.set(of, parsed);
  return parsed;
}

export function compiledPattern(of: { readonly pattern: string }): Pattern {
  const known = patterns.get(of);
  if (known !== undefined) return known;
  const parsed = parsePattern(of.pattern);
  if ('fault' in parsed) throw new Error(`the pattern ${parsed.fault}`);
  patterns.set(of, parsed);
  return parsed;
}
