import { expect, test } from '@jest/globals';
import { fail } from '@tribus/kit/core/errors.ts';
import { testContext } from '@tribus/kit/testing/service.ts';
import { becomes, metric } from '@tribus/kit/testing/until.ts';
import { UploadKeeper } from './upload-keeper.ts';

/** A keeper over a media that has nothing of these. */
function scene(...missing: string[]) {
  const warnings: object[] = [];
  const asked: string[][] = [];
  const ctx = testContext('keeper');
  Object.assign(ctx.log, { warn: (about: object) => warnings.push(about) });
  const media = {
    keepObjects: async ({ keys = [] }: { keys?: string[] }) => {
      asked.push(keys);
      return { missingKeys: keys.filter((key) => missing.includes(key)) };
    },
  };
  const marked: (readonly string[])[] = [];
  const markLost = async (keys: readonly string[]) => {
    marked.push(keys);
    return keys;
  };
  const lost = async () => metric(await ctx.metrics.registry.metrics(), 'uploads_lost_total');
  return { ctx, media, keeper: new UploadKeeper(ctx, media, ['post']), warnings, asked, marked, markLost, lost };
}

const post = { kind: 'post', id: 'p1', userId: 'ana', keys: ['a', 'b', 'c'] } as const;

test('what media has is kept without a word; the count of what is lost begins at none', async () => {
  const { keeper, warnings, asked, marked, markLost, lost } = scene();
  await keeper.keep({ ...post, markLost });
  expect([asked, marked, warnings, await lost()]).toEqual([[['a', 'b', 'c']], [], [], 0]);
});

test('what media has lost is marked, counted and logged with its row and who uploaded it', async () => {
  const { ctx, keeper, warnings, marked, markLost } = scene('c', 'a');
  await keeper.keep({ ...post, markLost });
  expect(marked).toEqual([['a', 'c']]);
  expect(warnings).toEqual([{ kind: 'post', id: 'p1', userId: 'ana', keys: ['a', 'c'] }]);
  await becomes(ctx, 'uploads_lost_total', 2);
});

test('what was deleted while media was asked is not lost', async () => {
  const { keeper, warnings, lost } = scene('a', 'b');
  await keeper.keep({ ...post, markLost: async () => [] });
  expect([warnings, await lost()]).toEqual([[], 0]);
  await keeper.keep({ ...post, markLost: async () => ['b'] });
  expect([warnings, await lost()]).toEqual([[{ kind: 'post', id: 'p1', userId: 'ana', keys: ['b'] }], 1]);
});

test('a row that shows nothing asks media nothing, and nothing is reported while media or the row refuses', async () => {
  const { ctx, media, keeper, asked, warnings } = scene('a');
  await keeper.keep({ ...post, keys: [], markLost: async (keys) => keys });
  expect(asked).toEqual([]);
  await expect(keeper.keep({ ...post, markLost: () => Promise.reject(fail('unavailable')) })).rejects.toThrow();
  media.keepObjects = () => Promise.reject(fail('unavailable'));
  await expect(keeper.keep({ ...post, markLost: async (keys) => keys })).rejects.toMatchObject({ code: 'unavailable' });
  expect(warnings).toEqual([]);
  await becomes(ctx, 'uploads_lost_total', 0);
});
