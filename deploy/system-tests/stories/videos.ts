import { expect, test } from '@jest/globals';
import { framesOf, mp4OfSize } from '@tribus/community/testing/video.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { succeeded } from '../marked-author.ts';
import type { Person } from '../people.ts';
import type { SharedSystem } from '../test-system.ts';

const tus = { 'tus-resumable': '1.0.0' };

async function begin(person: Person, video: Buffer): Promise<string> {
  const begun = await person.call('POST', '/uploads', undefined, { ...tus, 'upload-length': String(video.length) });
  expect(begun.status).toBe(201);
  return begun.headers.get('location') ?? '';
}

async function send(person: Person, path: string, offset: number, bytes: Buffer): Promise<number> {
  const headers = { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
  return (await person.fetch(path, { method: 'PATCH', headers, body: new Uint8Array(bytes) })).status;
}

const offsetOf = async (person: Person, path: string) =>
  Number((await person.fetch(path, { method: 'HEAD', headers: tus })).headers.get('upload-offset'));

function publish(person: Person, tribeId: number, path: string) {
  const form = new FormData();
  form.append('kind', 'reel');
  form.append('videos', path.split('/').at(-1) ?? '');
  return person.post(`/tribes/${tribeId}/posts`, form);
}

/** Uploads a small video and publishes it as a clip; returns the id of the post. */
async function publishClip(person: Person, tribeId: number): Promise<string> {
  const video = mp4OfSize(20_000);
  const path = await begin(person, video);
  expect(await send(person, path, 0, video)).toBe(204);
  return (await succeeded(publish(person, tribeId, path))).id;
}

/** Resumable uploads and the posts that show them. */
export function videoStories(system: () => SharedSystem): void {
  test('a video is uploaded in pieces, published by its uploader only, played in ranges and deleted with its post', async () => {
    const [ana, beto] = await Promise.all([system().newcomer('ana'), system().newcomer('beto')]);
    const tribe = await ana.createTribe(`Cine ${ana.id}`);
    await beto.join(tribe.id);
    const video = mp4OfSize(6_000_000);
    const path = await begin(ana, video);
    expect(await send(ana, path, 0, video.subarray(0, 5_000_000))).toBe(204);
    expect(await offsetOf(ana, path)).toBe(5_000_000);
    expect((await publish(ana, tribe.id, path)).body.code).toBe('upload_unusable');
    expect(await send(ana, path, 5_000_000, video.subarray(5_000_000))).toBe(204);

    expect((await publish(beto, tribe.id, path)).body.code).toBe('upload_unusable');
    const post = await succeeded(publish(ana, tribe.id, path));
    expect((await publish(ana, tribe.id, path)).body.code).toBe('upload_unusable');

    const [shown] = (await beto.read(`/tribes/${tribe.id}/posts`)).items;
    const { url } = shown.videos[0];
    const whole = await system().visitor.fetch(url);
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect(framesOf(bytes).equals(framesOf(video))).toBe(true);
    const part = await system().visitor.fetch(url, { headers: { range: 'bytes=4194000-4195000' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 4194000-4195000/${bytes.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(4_194_000, 4_195_001))).toBe(true);

    expect((await ana.delete(`/tribes/${tribe.id}/posts/${post.id}`)).status).toBe(200);
    await until(async () => (await system().visitor.fetch(url)).status === 404, 'the video is deleted');
  });

  test('a large video is shown at once, and replaced by its optimised file while the page is open', async () => {
    const [ana, beto] = await Promise.all([system().newcomer('ana'), system().newcomer('beto')]);
    const tribe = await ana.createTribe(`Cine corto ${ana.id}`);
    await beto.join(tribe.id);
    const stream = await ana.listen('/stream');
    const video = mp4OfSize(9_000_000);
    const path = await begin(ana, video);
    expect(await send(ana, path, 0, video)).toBe(204);
    const { id, videos } = await succeeded(publish(ana, tribe.id, path));
    const bytesAt = async (url: string) => {
      const response = await system().visitor.fetch(url);
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
    };
    const { bytes: original } = await bytesAt(videos[0].url);
    expect([videos[0].state, framesOf(original).equals(framesOf(video))]).toEqual(['processing', true]);

    await stream.waitFor('video', (data) => data.postId === id && data.state === 'ready');
    stream.close();
    for (const viewer of [ana, beto]) {
      const [shown] = (await viewer.read(`/tribes/${tribe.id}/posts/${id}`)).videos;
      expect(shown).toMatchObject({ id: videos[0].id, state: 'ready', width: videos[0].width });
      expect(shown.url).not.toBe(videos[0].url);
      const { status, bytes } = await bytesAt(shown.url);
      expect([status, bytes.length > 0, bytes.length < video.length * 0.95]).toEqual([200, true, true]);
      expect((await bytesAt(shown.poster)).status).toBe(200);
    }
    // Open pages may still play the original.
    expect((await bytesAt(videos[0].url)).status).toBe(200);
  });

  test('a post has five external videos and a clip one; members see them, and nobody else', async () => {
    const newcomer = (name: string) => system().newcomer(name);
    const [ana, beto, eva] = await Promise.all([newcomer('ana'), newcomer('beto'), newcomer('eva')]);
    const tribe = await ana.createTribe(`Enlaces ${ana.id}`, { isPrivate: true });
    await beto.post(`/tribes/${tribe.id}/join-request`);
    expect((await ana.post(`/tribes/${tribe.id}/members/${beto.id}/approve`)).status).toBe(200);
    const links = ['https://youtu.be/dQw4w9WgXcQ', ...[1, 2, 3, 4, 5].map((each) => `https://example.com/${each}.mp4`)];
    const path = `/tribes/${tribe.id}/posts`;
    const publishLinks = (count: number, kind = 'post') => {
      const form = new FormData();
      form.append('kind', kind);
      for (const link of links.slice(0, count)) form.append('videoUrls', link);
      return ana.post(path, form);
    };
    expect((await publishLinks(6)).body.code).toBe('too_many_video_urls');
    expect((await publishLinks(2, 'reel')).body.code).toBe('reel_needs_video');
    expect((await publishLinks(1, 'story')).body.code).toBe('story_without_links');
    const clip = await succeeded(publishLinks(1, 'reel'));
    const post = await succeeded(publishLinks(5));
    const { items } = await beto.read(path);
    expect(items.map(({ id }: { id: string }) => id)).toEqual([post.id, clip.id]);
    expect(items[0].videos.map(({ url }: { url: string }) => url)).toEqual(links.slice(0, 5));
    const embedUrl = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1';
    expect(items[1].videos).toMatchObject([{ external: true, site: 'youtube', embedUrl }]);
    for (const other of [eva, system().visitor])
      for (const address of [path, `${path}/${post.id}`]) {
        const { status, body } = await other.get(address);
        expect([401, 403, 404]).toContain(status);
        expect(JSON.stringify(body)).not.toContain('example.com');
      }
  });

  test('a member steps from any clip of a tribe to those before and after it, and somebody outside to none', async () => {
    const [ana, beto, carla] = await Promise.all(['ana', 'beto', 'carla'].map((name) => system().newcomer(name)));
    if (!ana || !beto || !carla) throw new Error('three people');
    const { id: tribeId } = await ana.createTribe(`Clips ${ana.id}`);
    await beto.join(tribeId);
    const first = await publishClip(ana, tribeId);
    await ana.publish(tribeId, { content: 'un texto' });
    const middle = await publishClip(ana, tribeId);
    const last = await publishClip(ana, tribeId);
    const path = `/tribes/${tribeId}/posts/${middle}/neighbours?kind=reel`;
    const around = async () => {
      const { newer, older } = await beto.read(path);
      return [newer?.id ?? null, older?.id ?? null];
    };
    expect(await around()).toEqual([last, first]);
    expect((await ana.delete(`/tribes/${tribeId}/posts/${last}`)).status).toBe(200);
    expect(await around()).toEqual([null, first]);
    expect((await carla.get(path)).status).toBe(403);
    expect((await system().visitor.get(path)).status).toBe(401);
  });
}
