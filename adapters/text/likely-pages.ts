import type { CodePage } from '../../src/domain/encoding.ts';

/** What exports are written in, the most frequent first. */
export const likelyPages: readonly CodePage[] = [
  ...(['windows-1252', 'windows-1250', 'windows-1251', 'windows-1254', 'windows-1257'] as const),
  ...(['windows-1253', 'windows-1255', 'windows-1256', 'cp850', 'cp852', 'cp866'] as const),
  ...(['koi8-r', 'cp857', 'cp855', 'cp775', 'cp737', 'cp437', 'iso-8859-2'] as const),
  ...(['iso-8859-5', 'koi8-u', 'iso-8859-7'] as const),
];
