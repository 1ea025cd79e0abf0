import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { freePorts, onFreePorts } from './ports.ts';

let servers: Server[] = [];
afterEach(() => {
  for (const server of servers) server.close();
  servers = [];
});

async function listen(port: number): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return port;
}

test('the ports are distinct and free', async () => {
  const ports = await freePorts(20);
  expect(new Set(ports).size).toBe(20);
  await Promise.all(ports.map(listen));
});

test('a start is retried on another port when the chosen port was taken before it', async () => {
  const tried: number[] = [];
  const listening = await onFreePorts(1, async ([port = 0]) => {
    tried.push(port);
    if (tried.length === 1) await listen(port);
    return listen(port);
  });
  expect(tried).toHaveLength(2);
  expect(listening).toBe(tried[1]);
});

test('a fixed port is not retried', async () => {
  const [fixed = 0] = await freePorts(1);
  await listen(fixed);
  let starts = 0;
  const start = () => {
    starts += 1;
    return listen(fixed);
  };
  await expect(onFreePorts(1, start)).rejects.toThrow('EADDRINUSE');
  expect(starts).toBe(1);
});
