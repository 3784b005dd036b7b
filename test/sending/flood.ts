import type { HttpRequest, Lane } from '../../src/domain/exchange.ts';
import { forever, type openDoor } from './service.ts';

export const write = (path: string): HttpRequest => ({
  method: 'POST',
  path,
  credential: 'bearer',
});
export const read = (path: string): HttpRequest => ({ method: 'GET', path, credential: 'bearer' });

/** Sends `count` writes in a lane, each path naming the lane. */
export function flood(
  door: ReturnType<typeof openDoor>,
  lane: Lane,
  count: number,
): Promise<unknown>[] {
  return Array.from({ length: count }, (_, at) =>
    door.exchange.once(lane, write(`/${lane}/${at}`), forever),
  );
}

export const laneOf = ({ request }: { request: HttpRequest }) => request.path.split('/')[1] as Lane;
