import { createServer, type Server } from 'node:net';

const loopback = '127.0.0.1';

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

function hold(): Promise<Server> {
  const holder = createServer();
  return new Promise((resolve, reject) => {
    holder.once('error', reject);
    holder.listen(0, loopback, () => resolve(holder));
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a loopback listener has a port');
  return address.port;
}
