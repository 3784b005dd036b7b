import { Problem } from '../base/problem.ts';

type Route = { method: string; path: string };
export type Match<R extends Route> = { route: R; params: Record<string, string> };

/**
 * Finds the route for a raw path. Segments are split before they are decoded, so that `A%2FB` stays
 * one externalId; a literal segment wins over a parameter (`products/batch` is no externalId).
 */
export function findRoute<R extends Route>(
  routes: readonly R[],
  method: string,
  path: string,
): Match<R> {
  const segments = path.split('/');
  const fitting = routes
    .filter((route) => fits(route.path.split('/'), segments))
    .sort((a, b) => parameters(a.path) - parameters(b.path));
  const literal = fitting[0]?.path;
  const same = fitting.filter((route) => parameters(route.path) === parameters(literal ?? ''));
  const route = same.find((candidate) => candidate.method === method);
  if (route) return { route, params: readParameters(route.path.split('/'), segments) };
  if (same.length === 0) throw new Problem('NOT_FOUND', 'There is nothing at this path');
  throw new Problem('METHOD_NOT_ALLOWED', `${method} is not allowed here`, {
    headers: { allow: same.map((candidate) => candidate.method).join(', ') },
  });
}

function fits(pattern: string[], segments: string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, at) => part.startsWith(':') || part === segments[at])
  );
}

function parameters(path: string): number {
  return path.split('/').filter((part) => part.startsWith(':')).length;
}

function readParameters(pattern: string[], segments: string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [at, part] of pattern.entries()) {
    if (part.startsWith(':')) params[part.slice(1)] = decode(segments[at] ?? '');
  }
  return params;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Problem(
      'INVALID_ARGUMENT',
      `'${segment.slice(0, 100)}' is not percent-encoded UTF-8`,
    );
  }
}
