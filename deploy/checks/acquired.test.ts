import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '..', '..');

/** A listener for the end of a stream; `code` is its first characters. */
interface Listener {
  file: string;
  code: string;
}

/** A listener added after an await may have missed the event; these cannot, or lose nothing. Each is one listener. */
const exceptions: readonly (Listener & { reason: string })[] = [
  {
    file: 'services/kit/http/acquire.ts',
    code: "emitter.once('close'",
    reason: 'the helper itself, which checks the state first',
  },
  {
    file: 'services/kit/http/json-body.ts',
    code: ".on('close'",
    reason: 'it checks first whether the request has ended',
  },
  { file: 'services/kit/http/multipart.ts', code: "parser.once('close'", reason: 'a parser created in the same tick' },
  { file: 'services/media/src/sandbox.ts', code: "child.once('close'", reason: 'a process started in the same tick' },
  {
    file: 'services/kit/http/listen.ts',
    code: "before.once('finish'",
    reason: 'no resource is acquired before the event',
  },
  {
    file: 'services/kit/http/listen.ts',
    code: "res.once('finish'",
    reason: 'no resource is acquired before the event',
  },
  {
    file: 'services/kit/http/listen.ts',
    code: "res.once('finish'",
    reason: 'it checks first whether the response has begun',
  },
  {
    file: 'services/kit/http/listen.ts',
    code: "res.once('finish'",
    reason: 'it checks first whether the response has ended',
  },
  { file: 'services/kit/grpc/stream-wait.ts', code: "stream.once('close'", reason: 'a call created in the same tick' },
  { file: 'services/kit/grpc/stream-wait.ts', code: ".on('close'", reason: 'the stream has just accepted a message' },
  { file: 'gateway/src/proxy.ts', code: "proxied.once('close'", reason: 'a request created in the same tick' },
];

/**
 * Matches a method of the emitter, or `once` and `on` of node:events with it as an argument. Excludes `finished` of
 * node:stream, which also reports a stream that has already ended.
 */
const listener =
  /(?:\w*\??\.(?:on|once|addListener|prependListener|prependOnceListener)\(|\b(?:once|on)\([^()'"`;]*,)\s*['"`](?:close|finish|aborted)['"`]/g;

const listenersIn = (file: string, text: string): Listener[] =>
  [...text.matchAll(listener)].map(([code]) => ({ file, code }));

const sources = (): string[] => {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', 'gateway', 'services'];
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n');
  return files.filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\/(tests|testing|gen)\//.test(file));
};

const listenersOfSources = (): Listener[] =>
  sources().flatMap((file) => listenersIn(file, readFileSync(join(root, file), 'utf8')));

const linesOf = (listeners: readonly Listener[]): string[] => listeners.map(({ file, code }) => `${file}: ${code}`);

/** Returns the lines that occur more often in `lines` than in `others`. */
function surplus(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

test('only acquireFor and whenOver listen for the end of a request or a response', () => {
  expect(surplus(linesOf(listenersOfSources()), linesOf(exceptions))).toEqual([]);
});

/** A stream opened after an await stays open when the client has left by then. */
const pipeIntoResponse = /\bpipeline\([^;]*\bres(?:ponse)?\b|\.pipe\(\s*res(?:ponse)?\b/;

test('only sendStream pipes into a response', () => {
  const found = sources().filter((file) => readFileSync(join(root, file), 'utf8').search(pipeIntoResponse) >= 0);
  expect(found).toEqual(['services/kit/http/send-stream.ts']);
});

/** A listener added after the stop began is never called; these check the state as well. */
const stopListeners: readonly { file: string; reason: string }[] = [
  { file: 'gateway/src/proxy.ts', reason: 'a stream that opens later is closed when its head is sent' },
  { file: 'services/kit/jobs/worker.ts', reason: 'a worker whose first runner starts later ends that runner' },
  { file: 'services/vibes-realtime/src/streams.ts', reason: 'a stream that opens later is closed by `open`' },
];

test('only code that also checks whether the process is stopping listens for the stop', () => {
  const found = sources().filter((file) =>
    /stopping\??\.(?:addEventListener\(|onabort)/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(found.sort()).toEqual(stopListeners.map(({ file }) => file));
});

test('every exception is a listener that exists', () => {
  expect(surplus(linesOf(exceptions), linesOf(listenersOfSources()))).toEqual([]);
});

test('an exception covers one listener, not another with the same text', () => {
  const twice = "res.once('finish', release);\nres.once('finish', count);";
  expect(surplus(linesOf(listenersIn('a.ts', twice)), ["a.ts: res.once('finish'"])).toEqual([
    "a.ts: res.once('finish'",
  ]);
});

test.each([
  "res.on('close', release)",
  'req?.once("aborted", release)',
  "await once(res, 'close')",
  "await events.once(res, 'finish')",
  "for await (const _ of on(contextOf.res, 'close'))",
])('the listener in %j is detected', (text) => {
  expect(listenersIn('a.ts', text)).toHaveLength(1);
});

test.each(["once(server, 'listening')", "res.emit('close')", 'finished(res, release)'])(
  '%j is not reported',
  (text) => {
    expect(listenersIn('a.ts', text)).toEqual([]);
  },
);
