import net from 'node:net';

// No test reaches anything but this machine: the suite needs no network (README, "the tests"). Held at the socket,
// below every client: what holds it at fetch costs each request to a sandbox as much again as the request.
const here = /^(127\.\d+\.\d+\.\d+|localhost|::1)$/;
const connect: (...given: never[]) => net.Socket = net.Socket.prototype.connect;
const isHeld = Symbol.for('stockhand tests: sockets are held');

/** As given, or as `net.connect` has put it in order: an array of the options and the callback. */
function hostOf([first, second]: readonly unknown[]): string | undefined {
  const [options] = Array.isArray(first) ? (first as unknown[]) : [first];
  if (typeof options !== 'object') return typeof second === 'string' ? second : undefined;
  return (options as { host?: string }).host;
}

function connectHere(this: net.Socket, ...given: unknown[]): net.Socket {
  const host = hostOf(given) ?? 'localhost';
  if (here.test(host)) return Reflect.apply(connect, this, given as never[]);
  const refused = new Error(`a test wanted to reach ${host}`);
  process.nextTick(() => this.destroy(Object.assign(refused, { code: 'ENETUNREACH' })));
  return this;
}

// Files of one worker share it.
if (!(isHeld in net.Socket)) {
  Object.assign(net.Socket, { [isHeld]: true });
  net.Socket.prototype.connect = connectHere as typeof net.Socket.prototype.connect;
}
