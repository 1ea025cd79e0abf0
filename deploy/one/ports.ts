import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

const loopback = '127.0.0.1';

/**
 * Below those that systems give to connections they begin (from 32768 on Linux, 49152 elsewhere): one of theirs may be
 * taken by any connection to a store before somebody listens on it.
 */
const lowest = 20_000;
const highest = 32_000;
const attempts = 100;

/**
 * `count` distinct loopback ports that nobody listens on. They are held all at once while being chosen; after that
 * nothing keeps another program from taking one, so whoever starts on it may have to ask again.
 */
export async function freePorts(count: number): Promise<number[]> {
  const holders = await Promise.all(Array.from({ length: count }, hold));
  const ports = holders.map(portOf);
  await Promise.all(holders.map((holder) => new Promise((resolve) => holder.close(resolve))));
  return ports;
}

/** One free loopback port. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  if (port === undefined) throw new Error('no free port');
  return port;
}

async function hold(): Promise<Server> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await listen(randomInt(lowest, highest));
    } catch (error) {
      if (attempt === attempts) throw error;
    }
  }
}

function listen(port: number): Promise<Server> {
  const holder = createServer();
  return new Promise((resolve, reject) => {
    holder.once('error', reject);
    holder.listen(port, loopback, () => resolve(holder));
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a loopback listener has a port');
  return address.port;
}
