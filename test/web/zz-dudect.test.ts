import { it } from 'vitest';
import { verify } from '../../src/web/signature.ts';
import { secrets, sign } from './signing.ts';
const flat = (s: string) => Buffer.from(s).toString('latin1');
const body = Buffer.from('{"event":"order.placed","data":{"orderId":1}}');
function run(label: string, classes: [string, string]) {
  const times: number[][] = [[], []];
  for (let i = 0; i < 1_050_000; i += 1) {
    const c = Math.random() < 0.5 ? 0 : 1;
    const signatures = [flat(classes[c]!)];
    const t0 = process.hrtime.bigint();
    verify({ rawBody: body, signatures }, secrets, 1000);
    const dt = Number(process.hrtime.bigint() - t0);
    if (i > 50_000) times[c]!.push(dt);
  }
  const all = [...times[0]!, ...times[1]!].sort((a, b) => a - b);
  const out = [0.5, 0.9, 0.99].map((q) => {
    const cut = all[Math.floor(all.length * q)]!;
    const st = times.map((x) => { const y = x.filter((v) => v <= cut); const m = y.reduce((a, b) => a + b, 0) / y.length; return { n: y.length, m, v: y.reduce((a, b) => a + (b - m) ** 2, 0) / (y.length - 1) }; });
    return ((st[0]!.m - st[1]!.m) / Math.sqrt(st[0]!.v / st[0]!.n + st[1]!.v / st[1]!.n)).toFixed(2);
  });
  console.log(label, 't =', out.join(' '));
}
it('dudect', () => {
  const good = sign(body, 1000); const hex = good.slice(-64);
  const shift = (c: string) => (/\d/.test(c) ? String((Number(c) + 1) % 10) : String.fromCharCode(97 + ((c.charCodeAt(0) - 96) % 6)));
  const same = (n: number) => flat(good.slice(0, -64) + hex.slice(0, n) + [...hex.slice(n)].map(shift).join(''));
  const flip = (n: number) => flat(good.slice(0, -64) + hex.slice(0, n) + [...hex.slice(n)].map((c) => (c === '0' ? '1' : '0')).join(''));
  for (let round = 1; round <= 4; round += 1) {
    run(`A original 0/63        ${round}`, [flip(0), flip(63)]);
    run(`B same kind 0/63       ${round}`, [same(0), same(63)]);
    run(`C original 0/no match  ${round}`, [flip(0), same(0)]);
    run(`D control              ${round}`, [flip(63), flat(flip(63))]);
  }
}, 300000);
