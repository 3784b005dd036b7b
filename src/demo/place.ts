import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Config } from '../config/declaration.ts';
import { configErrorText } from '../config/judge.ts';
import { loadConfig } from '../config/load.ts';
import { createSandbox, type Sandbox } from '../sandbox/sandbox.ts';

/** A copy of the sample ERP in a folder of its own, and a marketplace that knows nothing yet. */
export interface DemoPlace {
  readonly folder: string;
  readonly sandbox: Sandbox;
  readonly secret: string;
  /** One of the configurations below config/demo. */
  config(name: 'stockhand' | 'werkzeug' | '1c'): Promise<Config>;
}

const root = path.resolve(
  import.meta.dirname,
  import.meta.url.endsWith('.ts') ? '../..' : '../../..',
);

export async function openDemoPlace(statusPort: string): Promise<DemoPlace> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stockhand-demo-'));
  fs.cpSync(path.join(root, 'data/demo/erp'), path.join(folder, 'erp'), { recursive: true });
  for (const name of ['orders', 'commands', 'receipts', 'results'])
    fs.mkdirSync(path.join(folder, 'erp', name));
  const sandbox = await createSandbox({ allowLoopbackWebhooks: true });
  const secret = `whsec_${randomBytes(24).toString('base64url')}`;
  const env = {
    DEMO_MARKET: sandbox.url,
    DEMO_FOLDER: folder,
    DEMO_SECRET: secret,
    DEMO_STATUS_PORT: statusPort,
  };
  return {
    folder,
    sandbox,
    secret,
    async config(name) {
      const loaded = await loadConfig({
        path: path.join(root, 'config/demo', `${name}.yaml`),
        env,
      });
      if ('errors' in loaded) throw new Error(loaded.errors.map(configErrorText).join('\n'));
      // Its folders are known only to this process, so nobody can give it to a command.
      const { file: _, ...config } = loaded.config;
      return config;
    },
  };
}
