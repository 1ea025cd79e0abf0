import { expect, test } from '@jest/globals';
import { LogWriter } from './log-writer.ts';

test('the lines of one turn of the event loop are written together, and in order', async () => {
  const written: string[] = [];
  const writer = new LogWriter(async (lines) => void written.push(lines.toString()));
  for (const line of ['one', 'two', 'three']) writer.write(`${line}\n`);
  await writer.flush();
  expect(written).toEqual(['one\ntwo\nthree\n']);
});
