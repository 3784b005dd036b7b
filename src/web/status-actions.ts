import type { FastifyInstance } from 'fastify';
import { actionRequest, isActionName } from './actions.ts';
import { within } from './deadline.ts';
import type { StatusParts } from './status-parts.ts';

const actionWithinMs = 60_000;
/** More at once do not come from a person who clicks. */
const actionsAtOnceMax = 4;

/** The requests that change something. POST, JSON, token and origin were checked before (fault 108). */
export function declareActions(app: FastifyInstance, { deps, reader, access }: StatusParts): void {
  let running = 0;
  app.post<{ Params: { name: string } }>('/api/actions/:name', async (request, reply) => {
    const { name } = request.params;
    if (!isActionName(name)) return reply.code(404).send({ message: 'There is no such action.' });
    if (running >= actionsAtOnceMax) {
      return reply.code(503).send({ message: 'Other actions are still running; try again.' });
    }
    running += 1;
    try {
      // The action is judged by the numbers of now, and not by those of an old page.
      reader.forget();
      const action = actionRequest(name, request.body, await reader.read());
      if ('refused' in action) {
        return reply.code(action.status).send({ message: action.refused });
      }
      const who = `${access.needsPassword ? 'status page, logged in' : 'status page'}, from ${request.ip}`;
      const done = deps.act(action.name, action.args, who);
      return reply.send(await within(deps.clock, actionWithinMs, done));
    } finally {
      running -= 1;
      reader.forget();
    }
  });
}
