import { z } from 'zod';
import { parseInstant } from '../base/instant.ts';
import { limits } from '../base/limits.ts';
import { Problem } from '../base/problem.ts';

/** A query parameter: how its text is read, and what OpenAPI says of it. */
export type Parameter = {
  name: string;
  description: string;
  schema: z.ZodType;
  /** Throws TYPE_MISMATCH, INVALID_ARGUMENT or VALIDATION_ERROR. */
  read(text: string): unknown;
};

export const limitParameter: Parameter = {
  name: 'limit',
  description: 'Items per page',
  schema: z.int().min(1).max(limits.pageMax).default(limits.pageDefault),
  read: (text) => {
    if (!/^[+-]?\d+$/.test(text)) throw mismatch('limit', 'an integer', text);
    const limit = Number(text);
    if (limit >= 1 && limit <= limits.pageMax) return limit;
    throw new Problem('VALIDATION_ERROR', `limit must be 1 to ${limits.pageMax}, not ${text}`);
  },
};

export const cursorParameter: Parameter = {
  name: 'cursor',
  description: 'nextCursor of the page before, passed back verbatim; omit for the first page',
  schema: z.string(),
  read: (text) => text,
};

export const updatedAfterParameter: Parameter = {
  name: 'updatedAfter',
  description: 'ISO 8601 instant; selects the change feed',
  schema: z.iso.datetime({ offset: true }),
  read: (text) => {
    const micros = parseInstant(text);
    if (micros === undefined) throw mismatch('updatedAfter', 'an ISO 8601 instant', text);
    return micros;
  },
};

export function choiceParameter(name: string, choices: readonly [string, ...string[]]): Parameter {
  return {
    name,
    description: `One of ${choices.join(', ')}`,
    schema: z.enum(choices),
    read: (text) => {
      if (choices.includes(text)) return text;
      throw new Problem('INVALID_ARGUMENT', `${name} must be one of ${choices.join(', ')}`);
    },
  };
}

export function mismatch(name: string, wanted: string, text: string): Problem {
  return new Problem('TYPE_MISMATCH', `${name} must be ${wanted}, not '${text.slice(0, 100)}'`);
}
