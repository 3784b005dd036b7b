import fs from 'node:fs';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

// An ERP that looks at its folders as fast as it can: it takes each order file at once and reads each receipt again
// and again. What it could not read as a whole is told, for a file must never be seen half written.
const { orders, receipts, stop, pauseMs } = workerData;
const taken = [];
const halves = [];
let looks = 0;

function namesIn(folder) {
  return fs.readdirSync(folder).filter((name) => !name.startsWith('.'));
}

function takeOrder(name) {
  const file = path.join(orders, name);
  const text = fs.readFileSync(file, 'utf8');
  try {
    taken.push({ ...JSON.parse(text), name });
  } catch {
    halves.push(`${name}: ${text}`);
  }
  fs.unlinkSync(file);
}

function readReceipt(name) {
  const text = fs.readFileSync(path.join(receipts, name), 'utf8');
  const [header = '', ...lines] = text.split('\r\n');
  const isWhole = header.startsWith('row,') && lines.length > 1 && lines.at(-1) === '';
  if (!isWhole) halves.push(`${name}: ${text}`);
}

let isOver = false;
while (!isOver) {
  // One look more after the stop: what appeared before it is taken.
  isOver = Atomics.load(stop, 0) === 1;
  for (const name of namesIn(orders)) takeOrder(name);
  for (const name of namesIn(receipts)) readReceipt(name);
  looks += 1;
  if (pauseMs > 0) Atomics.wait(stop, 0, 0, pauseMs);
}
parentPort.postMessage({ taken, halves, looks });
