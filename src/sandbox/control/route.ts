import { z } from 'zod';
import { Problem } from '../base/problem.ts';
import type { House } from './house.ts';

/** A request to the control API: not of the marketplace, so without credentials, weather or ledger. */
export type ControlCall = {
  params: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
};
export type ControlAnswer = { status: number; body?: unknown };

export type ControlRoute = {
  method: string;
  path: string;
  summary: string;
  handle(house: House, call: ControlCall): ControlAnswer | Promise<ControlAnswer>;
};

export function ok(body: unknown): ControlAnswer {
  return { status: 200, body };
}

/** A strict reading: a misspelt control field is an error, unlike in the marketplace itself. */
export function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const checked = schema.safeParse(body ?? {});
  if (checked.success) return checked.data;
  throw new Problem('VALIDATION_ERROR', z.prettifyError(checked.error));
}

export function readNumber(query: URLSearchParams, name: string, otherwise: number): number {
  const number = Number(query.get(name) ?? otherwise);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new Problem('VALIDATION_ERROR', `${name} must be a whole number`);
}
