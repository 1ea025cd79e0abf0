import { describe, expect, test } from '@jest/globals';
import { readOptions } from './options.ts';

describe('the options of the benchmark', () => {
  test('have defaults without arguments', () => {
    expect(readOptions([])).toEqual({
      topology: 'one',
      only: [],
      json: false,
      url: undefined,
      against: undefined,
      seconds: 10,
      runs: 3,
      posts: 200_000,
      help: false,
    });
  });

  test('accept a list of rows and a running system', () => {
    const options = readOptions(['--only', 'feed, login', '--url', 'http://localhost:8080/x', '--runs', '1']);
    expect(options).toMatchObject({ only: ['feed', 'login'], url: 'http://localhost:8080', runs: 1 });
  });

  test('accept another checkout to compare with, but not together with a running system', () => {
    expect(readOptions(['--against', '/tmp/older']).against).toBe('/tmp/older');
    expect(() => readOptions(['--against', '/tmp/older', '--url', 'http://localhost:8080'])).toThrow('--against');
  });

  test.each([
    ['http://tribus.example'],
    ['http://10.0.0.1:8080'],
    ['http://127.0.0.1.example:80'],
    ['https://localhost'],
    ['localhost:8080'],
  ])('refuse the address %s, which is not of this machine', (url) => {
    expect(() => readOptions(['--url', url])).toThrow('--url');
  });

  test.each([
    [['--topology', 'three']],
    [['--runs', '0']],
    [['--posts', '49999']],
    [['--seconds', '1.5']],
    [['--fast']],
    [['feed']],
  ])('refuse %j', (args) => {
    expect(() => readOptions(args)).toThrow();
  });
});
