import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

const loopback = '127.0.0.1';

/**
 * Below the ephemeral ports of the system (from 32768 on Linux, 49152 elsewhere), because any outgoing connection may
 * take one of those before the store listens on it.
 */
const lowest = 20_000;
const highest = 32_000;
const attempts = 100;
const starts = 5;

/**
 * Starts something on `count` free loopback ports; retries on others when another program takes one between choice and
 * start. A failed `start` must leave nothing running, and its error must name the port in use.
 */
export async function onFreePorts<T>(count: number, start: (ports: number[]) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const ports = await freePorts(count);
    try {
      return await start(ports);
    } catch (error) {
      if (attempt === starts || !isPortInUse(error, ports)) throw error;
    }
  }
}

function isPortInUse(error: unknown, ports: readonly number[]): boolean {
  const message = String(error);
  return (
    /EADDRINUSE|address already in use/i.test(message) &&
    ports.some((port) => new RegExp(`\\b${port}\\b`).test(message))
  );
}

/**
 * Returns `count` distinct free loopback ports. They are reserved concurrently while being chosen; afterwards another
 * program may take one, which `onFreePorts` handles.
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
