import fs from 'node:fs';
import process from 'node:process';
import { isMainThread, workerData } from 'node:worker_threads';

// Preloaded in each thread of a daemon (NODE_OPTIONS=--import): does what a file orders, such as "main throw", once.
const place = isMainThread ? 'main' : workerData?.catalog === undefined ? 'other' : 'catalog';
const lookEveryMs = 20;

const misfortunes = {
  throw: () => {
    throw new Error('a fault that nobody catches');
  },
  reject: () => void Promise.reject(new Error('a rejection that nobody handles')),
  overflow: function again() {
    return [again()];
  },
  // Whoever opens a pipe to read waits until somebody writes: each takes one of libuv's threads.
  starve: () => {
    for (let call = 0; call < 8; call += 1) fs.readFile(process.env.PIPE, () => undefined);
  },
  memory: () => {
    for (const kept = []; ; ) kept.push(Array.from({ length: 10_000 }, () => ({})));
  },
};

const look = setInterval(() => {
  const order = process.env.MISFORTUNE;
  if (!fs.existsSync(order)) return;
  const [where, what] = fs.readFileSync(order, 'utf8').split(' ');
  if (where !== place) return;
  clearInterval(look);
  fs.rmSync(order);
  misfortunes[what]();
}, lookEveryMs);
look.unref();
