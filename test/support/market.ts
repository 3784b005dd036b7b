import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';

export interface LedgerEntry {
  readonly seq: number;
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  readonly ifMatch: string | null;
  readonly body: unknown;
  readonly bytes: number;
  readonly status: number;
  readonly answer: unknown;
  readonly effects: readonly {
    readonly kind: string;
    readonly externalId?: string;
    readonly orderId?: number;
  }[];
  readonly replayed: boolean;
  readonly warnings: readonly string[];
}

export interface StoredProduct {
  readonly externalId: string;
  readonly name: string;
  readonly availableQty?: number;
  readonly [field: string]: unknown;
}

/** A sandbox with the questions that tests ask it. */
export interface Market {
  readonly sandbox: Sandbox;
  readonly url: string;
  ledger(since?: number): Promise<readonly LedgerEntry[]>;
  /** The ledger's mutating calls. */
  mutations(since?: number): Promise<readonly LedgerEntry[]>;
  products(): Promise<readonly StoredProduct[]>;
  close(): Promise<void>;
}

export async function openMarket(
  options: Parameters<typeof createSandbox>[0] = {},
): Promise<Market> {
  const sandbox = await createSandbox({ allowLoopbackWebhooks: true, ...options });
  const ledger = async (since = 0): Promise<readonly LedgerEntry[]> => {
    const answer = (await sandbox.control('GET', `/sandbox/ledger?since=${since}`)) as {
      entries: LedgerEntry[];
    };
    return answer.entries;
  };
  return {
    sandbox,
    url: sandbox.url,
    ledger,
    mutations: async (since) => (await ledger(since)).filter(({ method }) => method !== 'GET'),
    async products() {
      const answer = (await sandbox.control('GET', '/sandbox/products?limit=100000')) as {
        items: StoredProduct[];
      };
      return answer.items;
    },
    close: () => sandbox.close(),
  };
}
