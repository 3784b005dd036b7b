import type { WriteAdapter } from '../src/domain/adapter.ts';
import { csv } from './csv/write.ts';
import { json } from './json/write.ts';

/** The formats that order files are written in, by their name in the configuration. */
export const writeAdapters: Readonly<Record<'json' | 'csv', WriteAdapter>> = { json, csv };
