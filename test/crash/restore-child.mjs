import fs from 'node:fs';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

// `stockhand restore`, or only what a start finishes of one, that kills itself before its n-th change of the disk:
// node restore-child.mjs BUILT '{"file":"…","dataDir":"…","marketplace":"…","now":0}' restore|start N
const [built, orderText, what, nth] = process.argv.slice(2);
const order = JSON.parse(orderText);
const [{ restore }, { finishSwap }] = await Promise.all(
  ['restore.js', 'swap.js'].map((file) => import(pathToFileURL(`${built}/backup/${file}`).href)),
);
let left = Number(nth);
for (const name of ['renameSync', 'mkdirSync', 'rmSync', 'rmdirSync', 'writeSync', 'fsyncSync']) {
  const real = fs[name];
  fs[name] = (...given) => {
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
    return real(...given);
  };
}
if (what === 'restore') restore(order);
else finishSwap(order.dataDir);
