import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';

/** Where a browser is found here; undefined where there is none. */
export const browser = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((file) => fs.existsSync(file));

/** A page in a real browser that nobody looks at. */
export interface Page {
  open(url: string): Promise<void>;
  /** The value of an expression, which may be a promise; throws what the page threw. */
  evaluate<Value>(expression: string): Promise<Value>;
  /** Whether an element is there; false while one document follows another, when nothing can be asked. */
  has(selector: string): Promise<boolean>;
  /** What the browser complained about: errors of scripts, refused content. */
  readonly complaints: readonly string[];
  /** A PNG. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly sessionId?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-pipe'];

/** What the browser answers to a question whose document goes meanwhile. */
const documentGone = /Inspected target navigated|context was destroyed|Cannot find .*context/;

/** Starts a browser of its own, driven over its debugging pipe. */
export async function openPage(size = '1200,1600'): Promise<Page> {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'browser-'));
  const child = spawn(
    browser ?? 'chromium',
    [...flags, `--user-data-dir=${profile}`, `--window-size=${size}`, 'about:blank'],
    // A group of its own, so that its helpers end with it and write nothing into a folder that goes.
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], detached: true },
  );
  const complaints: string[] = [];
  const talk = talkTo(child, ({ method, params }) => {
    if (method === 'Runtime.exceptionThrown' || method === 'Log.entryAdded')
      complaints.push(JSON.stringify(params));
  });
  const { targetInfos } = (await talk('Target.getTargets')) as {
    targetInfos: { targetId: string; type: string }[];
  };
  const targetId = targetInfos.find(({ type }) => type === 'page')?.targetId;
  const attached = await talk('Target.attachToTarget', { targetId, flatten: true });
  const { sessionId } = attached as { sessionId: string };
  const ask = (method: string, params: object = {}) => talk(method, params, sessionId);
  for (const domain of ['Page', 'Runtime', 'Log']) await ask(`${domain}.enable`);
  const evaluate = async <Value>(expression: string) => {
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = (await ask('Runtime.evaluate', options)) as {
      result: { value: Value };
      exceptionDetails?: unknown;
    };
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return result.value;
  };

  return {
    complaints,
    open: async (url) => void (await ask('Page.navigate', { url })),
    evaluate,
    async has(selector) {
      try {
        return await evaluate<boolean>(`document.querySelector('${selector}') !== null`);
      } catch (cause) {
        if (cause instanceof Error && documentGone.test(cause.message)) return false;
        throw cause;
      }
    },
    async picture() {
      const shot = await ask('Page.captureScreenshot', { captureBeyondViewport: true });
      return Buffer.from((shot as { data: string }).data, 'base64');
    },
    async close() {
      const ended = new Promise((resolve) => child.once('close', resolve));
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await ended;
      fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

type Talk = (method: string, params?: object, sessionId?: string) => Promise<unknown>;

/** Messages are JSON, each ended by a zero byte; answers come by their id. */
function talkTo(child: ChildProcess, heard: (message: Message) => void): Talk {
  const [, , , input, output] = child.stdio as unknown as [0, 0, 0, Writable, Readable];
  const waiting = new Map<number, (message: Message) => void>();
  let rest = '';
  let asked = 0;
  output.setEncoding('utf8').on('data', (more: string) => {
    const texts = `${rest}${more}`.split('\0');
    rest = texts.pop() ?? '';
    for (const text of texts) {
      const message = JSON.parse(text) as Message;
      if (message.id === undefined) heard(message);
      else waiting.get(message.id)?.(message);
    }
  });
  child.once('close', () => {
    for (const answer of waiting.values()) answer({ error: { message: 'the browser has ended' } });
  });
  return (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      asked += 1;
      const id = asked;
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id);
        if (error === undefined) resolve(result);
        else reject(new Error(`${method}: ${error.message}`));
      });
      input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
}
