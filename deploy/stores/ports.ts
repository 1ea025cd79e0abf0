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
const starts = 5;

/**
 * Starts something on `count` free loopback ports; on others when another program takes one between the choice and the
 * start. A `start` that fails leaves nothing behind, and its error names the port that was taken.
 */
export async function onFreePorts<T>(count: number, start: (ports: number[]) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const ports = await freePorts(count);
    try {
      return await start(ports);
    } catch (error) {
      if (attempt === starts || !saysPortTaken(error, ports)) throw error;
    }
  }
}

function saysPortTaken(error: unknown, ports: readonly number[]): boolean {
  const told = String(error);
  return (
    /EADDRINUSE|address already in use/i.test(told) && ports.some((port) => new RegExp(`\\b${port}\\b`).test(told))
  );
}

/**
 * `count` distinct loopback ports that nobody listens on. They are held all at once while being chosen; after that
 * nothing keeps another program from taking one: `onFreePorts` starts anew then.
 */
export async function freePorts(count: number): Promise<number[]> {
  const holders = await Promise.all(Array.from({ length: count }, reserve));
  const ports = holders.map(portOf);
  await Promise.all(holders.map((holder) => new Promise((resolve) => holder.close(resolve))));
  return ports;
}

async function reserve(): Promise<Server> {
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
