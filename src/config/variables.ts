import { Secret } from '../domain/secret.ts';
import { type Environment, variablesNamed } from './references.ts';
import { readTree } from './tree.ts';

/** What each `${NAME}` of a configuration's text stands for; a name that is not set is left out. */
export function variablesIn(
  text: string,
  env: Environment = process.env,
): ReadonlyMap<string, Secret> {
  const named = variablesNamed(readTree(text).value).map((name) => [name, env[name]] as const);
  return new Map(
    named.flatMap(([name, value]) => (value === undefined ? [] : [[name, new Secret(value)]])),
  );
}
