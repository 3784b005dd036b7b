import { parseJson } from '../base/json.ts';
import { Problem } from '../base/problem.ts';
import { refusal } from '../service/respond.ts';
import { findRoute } from '../service/router.ts';
import type { House } from './house.ts';
import { orderRoutes } from './orders.ts';
import { productRoutes } from './products.ts';
import type { ControlAnswer, ControlRoute } from './route.ts';
import { stateRoutes } from './state.ts';
import { weatherRoutes } from './weather.ts';
import { worldRoutes } from './world.ts';

export const controlRoutes: readonly ControlRoute[] = [
  ...orderRoutes,
  ...productRoutes,
  ...weatherRoutes,
  ...worldRoutes,
  ...stateRoutes,
];

type ControlRequest = { method: string; target: string; body: unknown };

/** Answers one control request; a refusal has an RFC 9457 body like everything else here. */
export async function answerControl(house: House, request: ControlRequest): Promise<ControlAnswer> {
  const url = new URL(request.target, 'http://sandbox.invalid');
  try {
    const path = request.target.split('?')[0] ?? '/';
    const { route, params } = findRoute(controlRoutes, request.method, path);
    return await route.handle(house, { params, query: url.searchParams, body: request.body });
  } catch (error) {
    const { status, body } = refusal(error, { path: url.pathname });
    return { status, body };
  }
}

/** The same in process: the answer's body, or an error that says what was refused. */
export async function callControl(house: House, request: ControlRequest): Promise<unknown> {
  const { status, body } = await answerControl(house, request);
  if (status < 400) return body;
  const { type, detail } = body as { type: string; detail: string };
  throw new Error(`${request.method} ${request.target}: ${status} ${type}: ${detail}`);
}

export function parseControlBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return parseJson(bytes);
  } catch {
    throw new Problem('MALFORMED_REQUEST', 'The body is not valid JSON');
  }
}
