import { expect, test } from '@jest/globals';
import { csvText } from './csv.ts';

test('rows become lines of cells, after a byte order mark that marks the file as UTF-8 for spreadsheets', () => {
  expect(csvText([['día', 'años'], ['lunes', 7], []])).toBe('\uFEFFdía,años\r\nlunes,7\r\n\r\n');
});

test.each([
  ['a,b', '"a,b"'],
  ['dice "sí"', '"dice ""sí"""'],
  ['una\ny otra', '"una\ny otra"'],
  ['=1+1', "'=1+1"],
  ['+34', "'+34"],
  ['-2', "'-2"],
  ['@suma', "'@suma"],
  ['  =1', "'  =1"],
  ['＝1', "'＝1"],
  ['\t1', "'\t1"],
  ['\n1', '"\'\n1"'],
  ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
  ['1=1', '1=1'],
  ['', ''],
])('the text %j becomes the cell %j', (text, cell) => {
  expect(csvText([[text]])).toBe(`\uFEFF${cell}\r\n`);
});

test('a negative number is written as a number', () => {
  expect(csvText([[-2]])).toBe('\uFEFF-2\r\n');
});
