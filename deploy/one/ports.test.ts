import { createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { freePorts } from './ports.ts';

test('the ports are distinct and can be listened on', async () => {
  const ports = await freePorts(20);
  expect(new Set(ports).size).toBe(20);
  const servers = ports.map((port) => createServer().listen(port, '127.0.0.1'));
  await Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve))));
  for (const server of servers) server.close();
});
