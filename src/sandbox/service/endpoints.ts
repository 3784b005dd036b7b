import { productEndpoints } from '../catalog/endpoints.ts';
import { imageEndpoints } from '../catalog/images.ts';
import { syncEndpoints } from '../catalog/sync.ts';
import { orderBatchEndpoints } from '../orders/batch.ts';
import { orderEndpoints } from '../orders/endpoints.ts';
import { webhookEndpoints } from '../webhooks/endpoints.ts';
import type { Endpoint } from './declaration.ts';
import { tokenEndpoints } from './token.ts';

/** Every endpoint of the spec. */
export const endpoints: readonly Endpoint[] = [
  ...productEndpoints,
  ...imageEndpoints,
  ...syncEndpoints,
  ...orderEndpoints,
  ...orderBatchEndpoints,
  ...webhookEndpoints,
  ...tokenEndpoints,
];
