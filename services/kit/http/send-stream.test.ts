import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { get } from 'node:http';
import type { Readable } from 'node:stream';
import { afterEach, expect, test } from '@jest/globals';
import express, { type Response } from 'express';
import { testContext } from '../testing/service.ts';
import { closeServer, listen } from './listen.ts';
import { sendStream } from './send-stream.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const answer = { status: 200, headers: { 'content-type': 'text/plain' } };

/** Sends a request; returns its open response and a function that disconnects the client. */
async function openExchange() {
  let handle: (res: Response) => void = () => undefined;
  const handled = new Promise<Response>((resolve) => {
    handle = resolve;
  });
  const app = express().use((_req, res) => handle(res));
  const { server, url } = await listen(app, { host: '127.0.0.1', port: 0, log: testContext().log });
  closing.push(() => closeServer(server, 0));
  const sent = get(url, { agent: false }).on('error', () => undefined);
  const answered = once(sent, 'response');
  answered.catch(() => undefined);
  const res = await handled;
  const disconnect = async () => {
    const left = once(res, 'close');
    sent.destroy();
    await left;
  };
  return { res, disconnect, answered };
}

/** Opens a file; `closed` resolves when it is closed. */
async function openFile(): Promise<{ source: Readable; closed: Promise<void> }> {
  const file = await open(import.meta.filename);
  const source = file.createReadStream();
  // A disconnected client ends it with an error, on which `once` of node:events would reject.
  source.on('error', () => undefined);
  return { source, closed: new Promise<void>((resolve) => source.once('close', resolve)) };
}

test('a file opened while the client disconnected is closed without a fault', async () => {
  const { res, disconnect } = await openExchange();
  await disconnect();
  const { source, closed } = await openFile();
  await sendStream(res, source, answer);
  await closed;
  expect(source.destroyed).toBe(true);
});

test('a file opened while the response was already sent is closed', async () => {
  const { res, answered } = await openExchange();
  res.status(504).end();
  await answered;
  const { source, closed } = await openFile();
  await sendStream(res, source, answer);
  await closed;
  expect(source.destroyed).toBe(true);
});

test('a file is closed after it is sent and when its client disconnects', async () => {
  const whole = await openExchange();
  const first = await openFile();
  const sending = sendStream(whole.res, first.source, answer);
  const [received] = await whole.answered;
  received.resume();
  await Promise.all([sending, first.closed]);

  const { res, answered } = await openExchange();
  const { source, closed } = await openFile();
  const broken = sendStream(res, source.pause(), answer);
  const [response] = await answered;
  response.destroy();
  await Promise.all([broken, closed]);
});
