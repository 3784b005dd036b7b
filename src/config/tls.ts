import { z } from 'zod';
import { type Paths, path } from './kinds.ts';

/** Certificate and key in PEM; read again when they change on disk (fault 106). */
export function tls(paths: Paths) {
  return z.strictObject({
    cert: path(paths).describe('The file with the certificate and its chain (PEM).'),
    key: path(paths).describe('The file with the private key (PEM).'),
  });
}
