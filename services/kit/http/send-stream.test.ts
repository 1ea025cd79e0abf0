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

/** An answer that is asked for, and what leaves it to itself. */
async function ask() {
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
  const leave = async () => {
    const left = once(res, 'close');
    sent.destroy();
    await left;
  };
  return { res, leave, answered };
}

/** An open file of its own, and when that is closed. */
async function openFile(): Promise<{ source: Readable; closed: Promise<void> }> {
  const file = await open(import.meta.filename);
  const source = file.createReadStream();
  // A client who leaves ends it with an error, where `once` of node:events would reject.
  source.on('error', () => undefined);
  return { source, closed: new Promise<void>((resolve) => source.once('close', resolve)) };
}

test('a file that was opened while the client left is closed, and that is no fault', async () => {
  const { res, leave } = await ask();
  await leave();
  const { source, closed } = await openFile();
  await sendStream(res, source, answer);
  await closed;
  expect(source.destroyed).toBe(true);
});

test('a file that was opened while the request was answered otherwise is closed', async () => {
  const { res, answered } = await ask();
  res.status(504).end();
  await answered;
  const { source, closed } = await openFile();
  await sendStream(res, source, answer);
  await closed;
  expect(source.destroyed).toBe(true);
});

test('a file that is sent whole is closed, and one whose client leaves on the way', async () => {
  const whole = await ask();
  const first = await openFile();
  const sending = sendStream(whole.res, first.source, answer);
  const [received] = await whole.answered;
  received.resume();
  await Promise.all([sending, first.closed]);

  const { res, answered } = await ask();
  const { source, closed } = await openFile();
  const broken = sendStream(res, source.pause(), answer);
  const [begun] = await answered;
  begun.destroy();
  await Promise.all([broken, closed]);
});
