import { createRequire } from 'node:module';

/** It is in package.json, which lies two folders above the compiled file and one above this one. */
const depth = import.meta.url.endsWith('.ts') ? '..' : '../..';
const read = createRequire(import.meta.url);

export const version: string = (read(`${depth}/package.json`) as { version: string }).version;
