import { expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Person } from '../people.ts';
import { png } from '../pictures.ts';
import type { SharedSystem } from '../test-system.ts';

/** Posts, pictures, reactions, comments, points. */
export function postStories(system: () => SharedSystem): void {
  async function neighbours(input: object = {}): Promise<{ ana: Person; beto: Person; tribe: { id: number } }> {
    const [ana, beto] = await Promise.all([system().newcomer('ana'), system().newcomer('beto')]);
    const tribe = await ana.createTribe(`Vecinas ${ana.id}`, input);
    if ((await beto.join(tribe.id)).status === 409) {
      await beto.post(`/tribes/${tribe.id}/join-request`);
      await ana.post(`/tribes/${tribe.id}/members/${beto.id}/approve`);
    }
    return { ana, beto, tribe };
  }

  test('a post contains up to six pictures, which everybody can load in ranges', async () => {
    const { ana, tribe } = await neighbours();
    const colours = ['#dc2626', '#ea580c', '#ca8a04', '#16a34a', '#2563eb', '#9333ea'];
    const pictures = await Promise.all(colours.map((colour) => png(900, 600, colour)));
    const post = await ana.publish(tribe.id, { content: 'Seis', pictures });
    expect(post.images).toHaveLength(6);
    const { visitor } = system();
    for (const { url, variants, width, height, lqip } of post.images) {
      expect([width, height]).toEqual([900, 600]);
      expect(lqip).toMatch(/^data:image\//);
      for (const address of [url, variants.square, variants.medium, variants.large])
        expect((await visitor.fetch(address)).status).toBe(200);
    }
    const address = post.images[0].url;
    const whole = Buffer.from(await (await visitor.fetch(address)).arrayBuffer());
    const part = await visitor.fetch(address, { headers: { range: 'bytes=4-11' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 4-11/${whole.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(4, 12))).toBe(true);
    const beyond = await visitor.fetch(address, { headers: { range: `bytes=${whole.length}-` } });
    expect(beyond.status).toBe(416);
    const head = await visitor.fetch(address, { method: 'HEAD' });
    expect(Number(head.headers.get('content-length'))).toBe(whole.length);
  });

  test('pictures of a private tribe can be loaded only with a signature', async () => {
    const { ana, beto, tribe } = await neighbours({ isPrivate: true });
    await ana.publish(tribe.id, { pictures: [await png()] });
    const [post] = (await beto.read(`/tribes/${tribe.id}/posts`)).items;
    const address: string = post.images[0].url;
    const { visitor } = system();
    expect((await visitor.fetch(address)).status).toBe(200);
    const forged = [
      address.replace(/&exp=.*/, ''),
      address.replace(/sig=[^&]{4}/, 'sig=AAAA'),
      address.replace(/exp=(\d+)/, (_all, exp) => `exp=${Number(exp) + 600}`),
    ];
    for (const each of forged) expect([each, (await visitor.get(each)).body.code]).toEqual([each, 'signature_invalid']);
    const { key } = Object.fromEntries(new URL(address, ana.url).searchParams);
    expect((await ana.fetch(`/proxy-media?key=${encodeURIComponent(key ?? '')}`)).status).toBe(403);
  });

  test('members upload pictures to their tribe; uploaders delete them with their files, moderators remove them', async () => {
    const { ana, beto, tribe } = await neighbours({ isPrivate: true });
    const { visitor } = system();
    const outsider = await system().newcomer('eva');
    const path = `/tribes/${tribe.id}/media`;
    const first = await beto.putUp(tribe.id, await png(900, 600), 'La hoguera');
    const second = await beto.putUp(tribe.id, await png(60, 40));
    const { items, canUpload } = await ana.read(path);
    expect(canUpload).toBe(true);
    expect(items.map(({ id, caption }: { id: string; caption: string }) => [id, caption])).toEqual([
      [second.id, ''],
      [first.id, 'La hoguera'],
    ]);
    expect(items[1]).toMatchObject({ user: { id: beto.id }, width: 900, height: 600, canDelete: true });
    const addressesOf = (list: (typeof first)[]): string[] =>
      list.flatMap(({ url, variants }) => [url, ...Object.values<string>(variants)]);
    const addresses = addressesOf(items);
    for (const address of addresses) {
      expect((await visitor.fetch(address)).status).toBe(200);
      expect((await visitor.fetch(address.replace(/&exp=.*/, ''))).status).toBe(403);
    }
    const empty = new FormData();
    empty.append('caption', 'sin imagen');
    const text = new FormData();
    text.append('file', new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/png' }), 'a.png');
    expect((await beto.post(path, empty)).body.code).toBe('media_file_required');
    expect((await beto.post(path, text)).body.code).toBe('file_type_refused');
    expect((await outsider.get(path)).status).toBe(403);
    expect((await outsider.delete(`${path}/${first.id}`)).status).toBe(403);
    expect((await beto.delete(`${path}/${second.id}`)).status).toBe(200);
    expect((await ana.delete(`${path}/${first.id}`)).status).toBe(200);
    expect((await beto.read(path)).items).toEqual([]);
    await system().settled();
    const allRespond = async (addresses: string[], expected: number) => {
      const responses = await Promise.all(addresses.map((address) => visitor.fetch(address)));
      return responses.every(({ status }) => status === expected);
    };
    const [deleted, removed] = [addressesOf(items.slice(0, 1)), addressesOf(items.slice(1))];
    await until(() => allRespond(deleted, 404), 'the files of deleted pictures are removed');
    // A picture removed by a moderator is kept, hidden, until no appeal is possible any more.
    await until(() => allRespond(removed, 403), 'the addresses of the removed picture are refused');
  });

  test('likes and dislikes toggle and are mutually exclusive', async () => {
    const { ana, beto, tribe } = await neighbours();
    const post = await ana.publish(tribe.id, { content: 'Opinen' });
    const react = async (type: string) =>
      (await beto.post(`/tribes/${tribe.id}/posts/${post.id}/reactions`, { type })).body;
    expect(await react('like')).toEqual({ counts: { like: 1, dislike: 0 }, total: 1, myReactions: ['like'] });
    expect(await react('dislike')).toEqual({ counts: { like: 0, dislike: 1 }, total: 1, myReactions: ['dislike'] });
    expect(await react('dislike')).toEqual({ counts: { like: 0, dislike: 0 }, total: 0, myReactions: [] });
    await react('like');
    const seen = await ana.read(`/tribes/${tribe.id}/posts/${post.id}`);
    expect(seen).toMatchObject({ reactionCounts: { like: 1, dislike: 0 }, myReactions: [] });
    const { items } = await ana.read('/tribes/@me/activity');
    expect(items[0]).toMatchObject({ type: 'reaction', actor: { id: beto.id }, postId: post.id });
  });

  test('comments have one level of replies, which are deleted with their thread', async () => {
    const { ana, beto, tribe } = await neighbours();
    const post = await ana.publish(tribe.id, { content: 'Hablemos' });
    const comments = `/tribes/${tribe.id}/posts/${post.id}/comments`;
    const write = async (writer: Person, content: string, parentId?: string) =>
      (await writer.post(comments, { content, ...(parentId && { parentId }) })).body;
    const first = await write(beto, 'Primero');
    const reply = await write(ana, 'Respuesta', first.id);
    const deeper = await write(beto, 'Más hondo', reply.id);
    expect([reply.parentId, deeper.parentId]).toEqual([first.id, first.id]);
    const liked = await ana.post(`${comments}/${first.id}/reactions`, { type: 'like' });
    expect(liked.body.counts).toEqual({ like: 1, dislike: 0 });
    const { items } = await ana.read(comments);
    expect(items.map(({ content }: { content: string }) => content)).toEqual(['Primero', 'Respuesta', 'Más hondo']);
    expect((await ana.read(`/tribes/${tribe.id}/posts/${post.id}`)).counts.comments).toBe(3);
    expect((await beto.delete(`${comments}/${reply.id}`)).status).toBe(403);
    expect((await beto.delete(`${comments}/${first.id}`)).status).toBe(200);
    expect((await ana.read(comments)).items).toEqual([]);
    expect((await ana.read(`/tribes/${tribe.id}/posts/${post.id}`)).counts.comments).toBe(0);
  });

  test('a post is edited by its author and deleted with its pictures', async () => {
    const { ana, beto, tribe } = await neighbours();
    const post = await beto.publish(tribe.id, { content: 'Borrador', pictures: [await png()] });
    const path = `/tribes/${tribe.id}/posts/${post.id}`;
    const edited = await beto.put(path, { content: 'Definitivo', authorId: ana.id, likes: 99 });
    expect(edited.body).toMatchObject({ content: 'Definitivo', user: { id: beto.id }, reactionCounts: { like: 0 } });
    expect(edited.body.editedAt).not.toBeNull();
    expect((await ana.read(path)).content).toBe('Definitivo');
    expect((await beto.delete(path)).status).toBe(200);
    expect((await ana.get(path)).status).toBe(404);
    const isDeleted = async () => (await system().visitor.fetch(post.images[0].url)).status === 404;
    await until(isDeleted, 'its picture is deleted');
  });

  test('members read the texts before each edit of a post, until it is deleted', async () => {
    const { ana, beto, tribe } = await neighbours();
    const post = await beto.publish(tribe.id, { content: 'Primero' });
    const path = `/tribes/${tribe.id}/posts/${post.id}`;
    const versions = `${path}/versions`;
    for (const content of ['Segundo', 'Tercero']) expect((await beto.put(path, { content })).status).toBe(200);
    const clara = await system().newcomer('clara');
    expect((await clara.get(versions)).status).toBe(403);
    await clara.join(tribe.id);
    const { items } = await clara.read(versions);
    expect(items).toMatchObject([
      { number: 2, content: 'Segundo', byModerator: false, closed: false },
      { number: 1, content: 'Primero', writtenAt: post.createdAt },
    ]);
    const stale = await beto.put(path, { content: 'De otra pestaña', baseVersion: 1 });
    expect([stale.status, stale.body.code]).toEqual([409, 'post_changed']);
    expect((await ana.put(path, { content: 'Tercero', minLevelOrder: 2 })).status).toBe(200);
    expect((await clara.get(versions)).status).toBe(404);
    expect((await system().visitor.get(versions)).status).toBe(401);
    expect((await beto.delete(path)).status).toBe(200);
    for (const viewer of [ana, beto]) expect((await viewer.get(versions)).status).toBe(404);
  });

  test('activity earns points, and removing a like removes its point', async () => {
    const { ana, beto, tribe } = await neighbours();
    const post = await ana.publish(tribe.id, { content: 'Puntos' });
    const like = () => beto.post(`/tribes/${tribe.id}/posts/${post.id}/reactions`, { type: 'like' });
    await like();
    await ana.post(`/tribes/${tribe.id}/posts/${post.id}/reactions`, { type: 'like' });
    await beto.post(`/tribes/${tribe.id}/posts/${post.id}/comments`, { content: 'Vale' });
    const pointsIn = async (person: Person) => {
      await system().settled();
      const { items } = await person.read('/gamification/me/by-tribe');
      return items.find(({ tribeId }: { tribeId: number }) => tribeId === tribe.id);
    };
    expect(await pointsIn(ana)).toMatchObject({ points: 6, level: 5 });
    expect(await pointsIn(beto)).toMatchObject({
      points: 2,
      level: 1,
      thresholds: { 2: 100, 3: 300, 4: 700, 5: 1500 },
    });
    await like();
    expect(await pointsIn(ana)).toMatchObject({ points: 5 });
    const { items } = await ana.read(`/gamification/me/ledger?tribeId=${tribe.id}`);
    expect(items.map(({ cause, points }: { cause: string; points: number }) => [cause, points]).sort()).toEqual([
      ['like', 1],
      ['like_removed', -1],
      ['post', 5],
    ]);
    expect((await ana.read('/gamification/me')).points).toBe(5);
  });
}
