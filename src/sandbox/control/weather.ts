import { z } from 'zod';
import { Problem } from '../base/problem.ts';
import { kinds, rule } from '../weather/rule.ts';
import { storms } from '../weather/storms.ts';
import { type ControlRoute, ok, read } from './route.ts';

const stormRequest = z.strictObject({ storm: z.string() });

const add: ControlRoute = {
  method: 'POST',
  path: '/sandbox/weather',
  summary: 'Add a weather rule, a list of rules, or a named storm',
  handle: ({ sky }, { body }) => {
    if (typeof body === 'object' && body !== null && 'storm' in body) {
      const { storm } = read(stormRequest, body);
      const rules = storms[storm];
      if (!rules) {
        const known = Object.keys(storms).join(', ');
        throw new Problem(
          'VALIDATION_ERROR',
          `There is no storm '${storm}'; the storms are: ${known}`,
        );
      }
      return { status: 201, body: { rules: sky.add(rules) } };
    }
    const rules = Array.isArray(body) ? read(z.array(rule), body) : [read(rule, body)];
    return { status: 201, body: { rules: sky.add(rules) } };
  },
};

const list: ControlRoute = {
  method: 'GET',
  path: '/sandbox/weather',
  summary: 'The rules and how often each has hit, the named storms, and the kinds of weather',
  handle: ({ sky }) => ok({ rules: sky.list(), storms: Object.keys(storms), kinds }),
};

const clear: ControlRoute = {
  method: 'DELETE',
  path: '/sandbox/weather',
  summary: 'Good weather again',
  handle: ({ sky }) => {
    sky.clear();
    return { status: 204 };
  },
};

const clearOne: ControlRoute = {
  method: 'DELETE',
  path: '/sandbox/weather/:id',
  summary: 'End one rule',
  handle: ({ sky }, { params }) => {
    sky.clear(Number(params['id']));
    return { status: 204 };
  },
};

export const weatherRoutes: readonly ControlRoute[] = [add, list, clear, clearOne];
