import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '..', '..');

/** A listener for the end of something; `code` is how it begins. */
interface Listener {
  file: string;
  code: string;
}

/** Whoever listens after an await may have missed the event; these did not, or lose nothing. */
const exceptions: readonly (Listener & { reason: string })[] = [
  {
    file: 'services/kit/http/acquire.ts',
    code: "emitter.once('close'",
    reason: 'the helper itself, which looks first',
  },
  {
    file: 'services/kit/http/json-body.ts',
    code: ".on('close'",
    reason: 'it looks first whether the request has ended',
  },
  { file: 'services/kit/http/multipart.ts', code: "parser.once('close'", reason: 'a parser made in the same turn' },
  { file: 'services/kit/http/listen.ts', code: "before.once('finish'", reason: 'nothing is held before the event' },
  { file: 'services/kit/http/listen.ts', code: "res.once('finish'", reason: 'nothing is held before the event' },
  { file: 'services/kit/grpc/stream-wait.ts', code: "stream.once('close'", reason: 'a call made in the same turn' },
  { file: 'services/kit/grpc/stream-wait.ts', code: ".on('close'", reason: 'the stream has just taken a message' },
  { file: 'gateway/src/proxy.ts', code: "proxied.once('close'", reason: 'a request made in the same turn' },
  {
    file: 'gateway/src/authenticate.ts',
    code: "res.once('finish'",
    reason: 'a count that ends with its minute or hour',
  },
];

/** `finished` of node:stream is not among them: it also reports what has ended already. */
const listener =
  /\w*\??\.(?:on|once|addListener|prependListener|prependOnceListener)\(\s*['"`](?:close|finish|aborted)['"`]/g;

const isException = ({ file, code }: Listener): boolean =>
  exceptions.some((exception) => exception.file === file && exception.code === code);

const listenersIn = (file: string): Listener[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(listener)].map(([code]) => ({ file, code }));

const sources = (): string[] => {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', 'gateway', 'services'];
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n');
  return files.filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\/(tests|testing|gen)\//.test(file));
};

const listenersOfSources = (): Listener[] => sources().flatMap(listenersIn);

test('only acquireFor and whenOver wait for the end of a request or a response', () => {
  expect(listenersOfSources().filter((each) => !isException(each))).toEqual([]);
});

/** A stream that was opened after an await stays open where the client has left by then. */
const pipeIntoResponse = /\bpipeline\([^;]*\bres(?:ponse)?\b|\.pipe\(\s*res(?:ponse)?\b/;

test('only sendStream pipes into a response', () => {
  const found = sources().filter((file) => readFileSync(join(root, file), 'utf8').search(pipeIntoResponse) >= 0);
  expect(found).toEqual(['services/kit/http/send-stream.ts']);
});

test('every exception is a listener that exists', () => {
  const found = listenersOfSources().map(({ file, code }) => `${file}: ${code}`);
  expect(exceptions.map(({ file, code }) => `${file}: ${code}`).filter((each) => !found.includes(each))).toEqual([]);
});
