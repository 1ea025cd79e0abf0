import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { type Bench, openBench } from './bench.ts';
import { moderationOn } from './moderation.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const { as, report, resolve, reportedPost } = moderationOn(() => bench);

/** A reported post with its edits and its versions as each person reads them. */
async function scene() {
  const reported = await reportedPost();
  const { owner, author, member, path } = reported;
  const textsFor = async (viewer: Actor): Promise<string[]> =>
    (await as(viewer).get(`${path}/versions`)).body.items.map(({ content }: { content: string }) => content);
  return {
    ...reported,
    edit: async (content: string, by = author) => expect((await as(by).put(path, { content })).status).toBe(200),
    /** The versions for a member, who gets as many as the post states, and for author and moderators. */
    async versions() {
      const open = await textsFor(member);
      expect((await as(member).get(path)).body.versions).toBe(open.length);
      const all = await textsFor(owner);
      for (const viewer of [author, admin]) expect(await textsFor(viewer)).toEqual(all);
      expect((await as(author).get(path)).body.versions).toBe(all.length);
      return { open, all };
    },
  };
}

test('a reported text stays among the versions while nobody has decided about it', async () => {
  const { owner, found, edit, versions } = await scene();
  await edit('corregido');
  expect(await versions()).toEqual({ open: ['dudoso'], all: ['dudoso'] });
  const { version } = (await as(owner).get(`/reports/${found.id}`)).body;
  expect((await resolve(owner, found.id, 'keep', { version })).status).toBe(200);
  expect(await versions()).toEqual({ open: ['dudoso'], all: ['dudoso'] });
});

test('a text replaced by a moderator is shown to the author and moderators only, and the moderator is not named', async () => {
  const { owner, member, path, edit, versions } = await scene();
  await edit('peor');
  await edit('[retirado]', owner);
  expect(await versions()).toEqual({ open: [], all: ['peor', 'dudoso'] });
  expect((await as(member).get(path)).body.editedByModerator).toBe(true);
  expect(JSON.stringify((await as(member).get(path)).body)).not.toContain(owner.id);
  await edit('con cuidado');
  expect(await versions()).toEqual({ open: ['[retirado]'], all: ['[retirado]', 'peor', 'dudoso'] });
});

test('texts before the edit that ends a hiding are shown to the author and moderators only', async () => {
  const { owner, member, path, found, edit, versions } = await scene();
  await edit('peor');
  const { version } = (await as(owner).get(`/reports/${found.id}`)).body;
  expect((await resolve(owner, found.id, 'hide', { version })).status).toBe(200);
  expect((await as(member).get(`${path}/versions`)).status).toBe(404);
  await edit('corregido');
  expect(await versions()).toEqual({ open: [], all: ['peor', 'dudoso'] });
  await edit('corregido otra vez');
  expect(await versions()).toEqual({ open: ['corregido'], all: ['corregido', 'peor', 'dudoso'] });
});

test('a text with a warning is not among the versions of others once its author has replaced it', async () => {
  const { owner, found, edit, versions } = await scene();
  expect((await resolve(owner, found.id, 'warn')).status).toBe(200);
  await edit('corregido');
  expect(await versions()).toEqual({ open: [], all: ['dudoso'] });
});

test('a decision about a text that was edited meanwhile closes it', async () => {
  const { owner, found, edit, versions } = await scene();
  await edit('corregido');
  const seen = { version: found.version, seenEdits: found.edits };
  expect((await resolve(owner, found.id, 'warn', seen)).status).toBe(200);
  expect(await versions()).toEqual({ open: [], all: ['dudoso'] });
});

test('a text that reports had hidden stays closed when moderators show its replacement', async () => {
  const { tribeId, owner, member, post, path, found, edit, versions } = await scene();
  for (let reporters = 0; reporters < 4; reporters += 1)
    await report(bench.tribes.addMember(tribeId, { levelOrder: 5 }), post.id);
  expect((await as(member).get(path)).status).toBe(404);
  await edit('corregido');
  const { version } = (await as(owner).get(`/reports/${found.id}`)).body;
  expect((await resolve(owner, found.id, 'keep', { version })).status).toBe(200);
  expect(await versions()).toEqual({ open: [], all: ['dudoso'] });
});
