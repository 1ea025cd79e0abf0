import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { userActor } from '@tribus/kit/core/actor.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const admin = userActor('00000000-0000-7000-8000-00000000000a', { role: 'admin' });
const member = userActor('00000000-0000-7000-8000-00000000000b');
const path = '/admin/ads-config';
const usual = { enabled: false, script: '', adClient: '', adSlot: '', maxShowsPerSession: 2, intervalSec: 180 };
const script = '<p>Miel de la sierra</p>';
const put = (change: object) => bench.service.as(admin).put(path, change);
const seenBy = async (actor?: typeof admin) => (await bench.service.as(actor).get(path)).body;

test('a new site shows no ads and has the default numbers of the specification', async () => {
  for (const actor of [undefined, member, admin]) expect(await seenBy(actor)).toEqual(usual);
});

test('disabled ads are visible to admins only, enabled ads to everybody', async () => {
  expect((await put({ script, adClient: 'ca-pub-1', adSlot: '7', intervalSec: 60 })).body).toEqual({
    ...usual,
    script,
    adClient: 'ca-pub-1',
    adSlot: '7',
    intervalSec: 60,
  });
  for (const actor of [undefined, member]) expect(await seenBy(actor)).toEqual({ ...usual, intervalSec: 60 });
  const shown = { enabled: true, script, adClient: 'ca-pub-1', adSlot: '7', maxShowsPerSession: 2, intervalSec: 60 };
  expect((await put({ enabled: true })).body).toEqual(shown);
  for (const actor of [undefined, member, admin]) expect(await seenBy(actor)).toEqual(shown);
});

test('the audit log contains changed values, but only the length of the script', async () => {
  await put({ enabled: false, script: '', adClient: '', adSlot: '' });
  await put({ script, maxShowsPerSession: 3 });
  const { items } = (await bench.service.as(admin).get('/admin/audit?target=ads')).body;
  expect(items[0]).toMatchObject({
    action: 'site_settings_changed',
    before: { maxShowsPerSession: 2, scriptLength: 0 },
    after: { maxShowsPerSession: 3, scriptLength: script.length, scriptChanged: true },
  });
  expect(JSON.stringify(items)).not.toContain('Miel');
  await put({ script, maxShowsPerSession: 3 });
  expect((await bench.service.as(admin).get('/admin/audit?target=ads')).body.items).toHaveLength(items.length);
});

test('only admins change the ads, and only to valid settings', async () => {
  expect((await bench.service.as().put(path, {})).status).toBe(401);
  expect((await bench.service.as(member).put(path, {})).status).toBe(403);
  for (const change of [
    { script: 'x'.repeat(20_001) },
    { script: 'http://ads.example/ad.js' },
    { script: 'javascript:alert(1)' },
    { adClient: '"><script>' },
    { maxShowsPerSession: -1 },
    { intervalSec: 0 },
    { enabled: 'yes' },
  ])
    expect((await put(change)).status).toBe(400);
  expect((await put({ script: `<p>${'ñ'.repeat(19_000)}</p>` })).status).toBe(200);
  expect((await put({ script: 'https://ads.example/ad.js' })).status).toBe(200);
  expect((await put({ script: '', enabled: true })).body.code).toBe('ad_missing');
});
