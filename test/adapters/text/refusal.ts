import { detectEncoding } from '../../../adapters/text/detect.ts';
import type { Complaint } from '../../../src/domain/complaint.ts';
import { fileOf } from './reading.ts';

/** Why a file with these bytes is refused for its encoding; undefined where it is not. */
export function refusalOf(bytes: Uint8Array, declared?: string): Complaint | undefined {
  const detected = detectEncoding(fileOf('a.csv', bytes), declared);
  return 'refusal' in detected ? detected.refusal : undefined;
}
