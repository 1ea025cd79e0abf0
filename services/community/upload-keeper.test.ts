import { expect, test } from '@jest/globals';
import { fail } from '@tribus/kit/core/errors.ts';
import { testContext } from '@tribus/kit/testing/service.ts';
import { becomes, metric } from '@tribus/kit/testing/until.ts';
import { UploadKeeper } from './upload-keeper.ts';

/** An UploadKeeper over a media stub without these keys. */
function setUp(...missing: string[]) {
  const warnings: object[] = [];
  const keepCalls: string[][] = [];
  const ctx = testContext('keeper');
  Object.assign(ctx.log, { warn: (about: object) => warnings.push(about) });
  const media = {
    keepObjects: async ({ keys = [] }: { keys?: string[] }) => {
      keepCalls.push(keys);
      return { missingKeys: keys.filter((key) => missing.includes(key)) };
    },
  };
  const marked: (readonly string[])[] = [];
  const markLost = async (keys: readonly string[]) => {
    marked.push(keys);
    return keys;
  };
  const lost = async () => metric(await ctx.metrics.registry.metrics(), 'uploads_lost_total');
  return { ctx, media, keeper: new UploadKeeper(ctx, media, ['post']), warnings, keepCalls, marked, markLost, lost };
}

const post = { kind: 'post', id: 'p1', userId: 'ana', keys: ['a', 'b', 'c'] } as const;

test('stored uploads are confirmed without a log line; the counter of lost ones begins at 0', async () => {
  const { keeper, warnings, keepCalls, marked, markLost, lost } = setUp();
  await keeper.keep({ ...post, markLost });
  expect([keepCalls, marked, warnings, await lost()]).toEqual([[['a', 'b', 'c']], [], [], 0]);
});

test('lost uploads are marked, counted and logged with their row and uploader', async () => {
  const { ctx, keeper, warnings, marked, markLost } = setUp('c', 'a');
  await keeper.keep({ ...post, markLost });
  expect(marked).toEqual([['a', 'c']]);
  expect(warnings).toEqual([{ kind: 'post', id: 'p1', userId: 'ana', keys: ['a', 'c'] }]);
  await becomes(ctx, 'uploads_lost_total', 2);
});

test('uploads deleted during the call to media are not lost', async () => {
  const { keeper, warnings, lost } = setUp('a', 'b');
  await keeper.keep({ ...post, markLost: async () => [] });
  expect([warnings, await lost()]).toEqual([[], 0]);
  await keeper.keep({ ...post, markLost: async () => ['b'] });
  expect([warnings, await lost()]).toEqual([[{ kind: 'post', id: 'p1', userId: 'ana', keys: ['b'] }], 1]);
});

test('a row without uploads makes no call, and a failure of media or of the row reports nothing', async () => {
  const { ctx, media, keeper, keepCalls, warnings } = setUp('a');
  await keeper.keep({ ...post, keys: [], markLost: async (keys) => keys });
  expect(keepCalls).toEqual([]);
  await expect(keeper.keep({ ...post, markLost: () => Promise.reject(fail('unavailable')) })).rejects.toThrow();
  media.keepObjects = () => Promise.reject(fail('unavailable'));
  await expect(keeper.keep({ ...post, markLost: async (keys) => keys })).rejects.toMatchObject({ code: 'unavailable' });
  expect(warnings).toEqual([]);
  await becomes(ctx, 'uploads_lost_total', 0);
});
