import { expect, test } from '@jest/globals';
import { mp4OfSize } from '@tribus/community/testing/video.ts';
import { until } from '@tribus/kit/testing/until.ts';
import type { Person, TestResponse } from '../people.ts';
import { png } from '../pictures.ts';
import type { SharedSystem } from '../test-system.ts';

/** The landing page for visitors, and its administration. */
export function landingStories(system: () => SharedSystem): void {
  test('an admin adds pictures and a video to the landing page, and removed files are deleted', async () => {
    const [admin, { visitor }] = [await system().admin(), system()];
    const [picture, other, video] = [
      await upload(admin, await png(1_200, 800)),
      await upload(admin, await png(900, 900)),
      await upload(admin, mp4OfSize(8_000)),
    ];
    expect([picture, other, video].map(({ status, body }) => [status, body.type])).toEqual([
      [201, 'image'],
      [201, 'image'],
      [201, 'video'],
    ]);
    const save = (items: object[]) => admin.put('/admin/landing-content', { hero: { title: 'Ven' }, items });
    const [first, second, third] = [picture, other, video].map(({ body }) => body.url);
    await save([
      { title: 'Uno', mediaUrl: first, order: 1 },
      { title: 'Dos', mediaUrl: second, order: 0 },
      { title: 'Tres', mediaUrl: third, order: 2 },
      { title: 'Nadie la ve', enabled: false, order: 3 },
    ]);
    const shown = await visitor.read('/public/landing-content');
    expect([shown.hero.title, shown.items.map(({ title }: { title: string }) => title)]).toEqual([
      'Ven',
      ['Dos', 'Uno', 'Tres'],
    ]);
    expect((await visitor.read('/public/landing-page')).content).toEqual(shown);
    for (const address of [second, ...Object.values<string>(shown.items[0].media.variants)])
      expect((await visitor.fetch(address)).headers.get('content-type')).toBe('image/webp');
    const part = await visitor.fetch(third, { headers: { range: 'bytes=4-7' } });
    expect([part.status, part.headers.get('content-type'), await part.text()]).toEqual([206, 'video/mp4', 'ftyp']);

    await save([{ title: 'Dos', mediaUrl: second }]);
    for (const address of [first, third])
      await until(async () => (await visitor.fetch(address)).status === 404, 'what is off the page is deleted');
    expect((await visitor.fetch(second)).status).toBe(200);
    await until(async () => {
      const { items } = await admin.read('/admin/audit?action=landing_changed');
      return items.length >= 2 && items[0].actor.id === admin.id;
    }, 'the audit log says who changed it');
  });

  test('only admins can change it, only its file types are stored, and foreign addresses are refused', async () => {
    const [ana, admin] = [await system().newcomer('ana'), await system().admin()];
    const before = await admin.get('/admin/landing-content');
    expect((await upload(ana, await png())).status).toBe(403);
    expect((await ana.put('/admin/landing-content', { hero: {}, items: [] })).status).toBe(403);
    for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<html>', 'hola']) {
      const { status, body } = await upload(admin, new TextEncoder().encode(text));
      expect([status, body.code]).toEqual([415, 'media_type_refused']);
    }
    for (const mediaUrl of ['https://elsewhere.test/a.jpg', 'javascript:alert(1)', '/api/proxy-media?key=post/a.webp'])
      expect((await admin.put('/admin/landing-content', { hero: {}, items: [{ mediaUrl }] })).status).toBe(400);
    expect((await admin.get('/admin/landing-content')).body).toEqual(before.body);
  });
}

function upload(person: Person, bytes: Uint8Array): Promise<TestResponse> {
  const form = new FormData();
  form.append('file', new Blob([Buffer.from(bytes)]), 'portada');
  return person.post('/admin/landing-content/upload', form);
}
