import { expect, test } from '@jest/globals';
import { checkFiles, type FileRules, typeNames } from './file-rules.ts';

const rules: FileRules = { types: ['image/png', 'video/*', '.csv'], maxMb: 1, maxCount: 3 };

function file(name: string, type: string, bytes = 10): File {
  return new File([new Uint8Array(bytes)], name, { type });
}

test.each([
  ['a picture of a listed type', file('a.png', 'image/png'), null],
  ['any type of a listed family', file('a.webm', 'video/webm'), null],
  ['a listed extension, whatever the system calls it', file('A.CSV', 'application/vnd.ms-excel'), null],
  ['the largest size', file('a.png', 'image/png', 1024 * 1024), null],
  ['another type', file('a.gif', 'image/gif'), 'type'],
  ['a type with the same prefix', file('a.png', 'image/pngx'), 'type'],
  ['one byte too many', file('a.png', 'image/png', 1024 * 1024 + 1), 'size'],
  ['an empty file', file('a.png', 'image/png', 0), 'empty'],
])('%s', (_case, given, reason) => {
  const { taken, refused } = checkFiles([given], rules, 0);
  expect(refused).toEqual(reason ? [{ name: given.name, reason }] : []);
  expect(taken).toEqual(reason ? [] : [given]);
});

test('files beyond the maximum are rejected; rejected files do not count', () => {
  const files = [file('a.gif', 'image/gif'), ...['b.png', 'c.png', 'd.png'].map((name) => file(name, 'image/png'))];
  const { taken, refused } = checkFiles(files, rules, 1);
  expect(taken.map(({ name }) => name)).toEqual(['b.png', 'c.png']);
  expect(refused).toEqual([
    { name: 'a.gif', reason: 'type' },
    { name: 'd.png', reason: 'count' },
  ]);
});

test('types are shown as people know them, each once', () => {
  expect(typeNames(['image/jpeg', 'image/webp', '.csv', 'text/csv'])).toEqual(['JPG', 'WebP', 'CSV']);
});
