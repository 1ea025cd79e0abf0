import { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import pg from 'pg';

/**
 * Minimal feed server: an express app with one keyset query behind an express proxy. Its figures calibrate the others
 * measured at the same time.
 */
const pool = new pg.Pool({ connectionString: process.env.YARDSTICK_POSTGRES_URL, max: 8 });
const query = {
  name: 'page',
  text: 'select id, author, content, created_at from yardstick where created_at < $1 order by created_at desc, id desc limit 20',
};

const app = express().disable('x-powered-by').disable('etag');
app.get('/api/feed', async (_req, res) => {
  const { rows } = await pool.query({ ...query, values: [new Date()] });
  res.json({ items: rows });
});

const port = (server: ReturnType<typeof createServer>): number => (server.address() as AddressInfo).port;

const behind = createServer(app).listen(0, '127.0.0.1', () => {
  const proxy = express().disable('x-powered-by').disable('etag');
  const agent = new Agent({ keepAlive: true });
  proxy.use(createProxyMiddleware({ target: `http://127.0.0.1:${port(behind)}`, agent }));
  const front = createServer(proxy).listen(0, '127.0.0.1', () => process.send?.(port(front)));
});
process.once('disconnect', () => process.exit());
