import { beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { ownOf } from '../../deploy/system-tests/test-system.ts';
import { until } from '../../services/kit/testing/until.ts';
import { flaws, outsideBox, tooSmall, tooWide } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';
import { gate } from './gate.ts';
import { expectSteady, forgetShifts, painted, watchShifts } from './layout-shifts.ts';

/** A system of its own: the other members are inserted into its stores. */
const bench = openBrowserBench({ ownSystem: true });

const others = 199;

let ana: Person;
/** Has blocked the others. */
let beto: Person;
let tribe: { id: number };
/** Has banned the others. */
let closed: { id: number };
beforeAll(async () => {
  ana = await bench.system.newcomer('ana');
  beto = await bench.system.newcomer('beto');
  tribe = await ana.createTribe('La plaza llena');
  closed = await ana.createTribe('La plaza vetada');
  const { sql } = ownOf(bench.system);
  // Two hundred registrations would hash two hundred passwords.
  const people = await sql(
    'identity',
    `insert into users (id, email, name, terms_accepted_at, email_verified_at, created_at, welcomed_at)
     select gen_random_uuid(), 'vecino' || number || '@tribus.test',
       case number % 3
         when 0 then 'vecino' || number || '的' || repeat('山', 30)
         when 1 then rpad('vecino' || number || '-', 40, 'w')
         else rpad('vecino' || number, 40, ' de la Plaza')
       end, now(), now(), now(), now()
     from generate_series(1, ${others}) as number
     returning id`,
  );
  const ids = people.map(({ id }) => id);
  // One after the other, at times of the service's precision, so that the last of the list is known.
  await sql(
    'tribes',
    `insert into members (tribe_id, user_id, status, role, level_order, since)
     select $1, id, 'active', 'member', 1, date_trunc('second', now()) + place * interval '1 millisecond'
     from unnest($2::text[]) with ordinality as come (id, place)`,
    [tribe.id, ids],
  );
  const listed = (columns: string) => `${columns}, date_trunc('second', now()) + place * interval '1 millisecond'
     from unnest($2::text[]) with ordinality as come (id, place)`;
  await sql(
    'tribes',
    `insert into bans (id, tribe_id, user_id, reason, authority, by_user_id, created_at)
     ${listed(`select gen_random_uuid(), $1, id, repeat('x', 60), 'owner', $3`)}`,
    [closed.id, ids, ana.id],
  );
  await sql('identity', `insert into follows (user_id, followed_id, created_at) ${listed('select $1, id::uuid')}`, [
    ana.id,
    ids,
  ]);
  await sql(
    'identity',
    `insert into blocks (id, user_id, blocked_id, created_at) ${listed('select gen_random_uuid(), $1, id::uuid')}`,
    [beto.id, ids],
  );
  await sql('tribes', 'update tribes set members_count = $2 where id = $1', [tribe.id, others + 1]);
});

const topOf = (row: Locator): Promise<number> => row.evaluate(({ offsetTop }: { offsetTop: number }) => offsetTop);

test('the two hundred members of a tribe load page by page while scrolling, no row moves, and the last one is found', async () => {
  const page = await bench.open(ana, `/tools/tribes/${tribe.id}/people`);
  const rows = page.getByRole('region', { name: 'Miembros' }).getByRole('listitem');
  await rows.nth(49).waitFor();
  for (let shown = await rows.count(); shown < others + 1; shown = await rows.count()) {
    await rows.nth(shown - 1).scrollIntoViewIfNeeded();
    const last = rows.nth(shown - 1);
    const before = await topOf(last);
    await rows.nth(shown).waitFor();
    await painted(page);
    expect(await topOf(last)).toBe(before);
  }
  expect(await rows.count()).toBe(others + 1);
  await rows
    .last()
    .getByRole('link', { name: `vecino${others}-` })
    .waitFor();
  expect(await flaws(page)).toEqual([]);

  await page.getByLabel('Buscar por nombre').fill(`vecino${others}`);
  await rows.nth(1).waitFor({ state: 'detached' });
  await rows.getByRole('link', { name: `vecino${others}-` }).waitFor();
  expect(await rows.count()).toBe(1);
});

test.each(['dark', 'light'] as const)(
  'on a desktop the members fill two columns beside the rules, and nothing moves when they arrive last, %s',
  async (theme) => {
    await ana.put(`/tribes/${tribe.id}`, { rules: ['Se avisa antes'] });
    const page = await bench.open(ana, '/tools', { size: 'desk', theme });
    await page.addInitScript(watchShifts);
    const members = await gate(page, `**/api/tribes/${tribe.id}/members?*`);
    await page.goto(`/tools/tribes/${tribe.id}/people`);
    const aside = page.getByRole('complementary', { name: 'Alrededor de la tribu' });
    await aside.getByText('Se avisa antes').waitFor();
    await aside.getByRole('link', { name: 'Invitar' }).waitFor();
    await painted(page);
    await forgetShifts(page);
    members.open();
    const rows = page.getByRole('region', { name: 'Miembros' }).getByRole('listitem');
    await rows.nth(49).waitFor();
    await painted(page);
    await expectSteady(page);
    const boxes = await Promise.all([rows.nth(0), rows.nth(1), aside].map((part) => part.boundingBox()));
    const [first, second, beside] = boxes.map((box) => ({
      x: box?.x ?? 0,
      y: box?.y ?? 0,
      right: box ? box.x + box.width : 0,
    }));
    expect(second?.y).toBe(first?.y);
    expect(second?.x).toBeGreaterThan(first?.right ?? 0);
    expect(beside?.x).toBeGreaterThan(second?.right ?? 0);
    expect(await flaws(page)).toEqual([]);
  },
);

/** The lists of people with a button in each row: who sees it, its address and heading, and the names of its buttons. */
const lists = [
  { list: 'blocked people', viewer: () => beto, path: () => '/tools/safety', action: /^Desbloquear a / },
  { list: 'followed people', viewer: () => ana, path: () => '/tools/following', action: /^Siguiendo: / },
  {
    list: 'bans',
    viewer: () => ana,
    path: () => `/tools/tribes/${closed.id}/people?list=bans`,
    action: /^Levantar el /,
  },
];

/** The rows of the others in a list. */
const rowsOf = (page: Page): Locator =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: /^vecino\d/ }) });

/** Returns the texts of the first rows that are cut on the right or below. */
const cutTexts = (rows: Locator): Promise<string[]> =>
  rows.evaluateAll((shown) =>
    shown
      .slice(0, 6)
      .flatMap((row) => [...row.querySelectorAll('*')])
      .filter((part) => part.textContent !== '' && !part.closest('.sr-only, [aria-hidden]') && part.clientWidth > 0)
      .filter((part) => part.ownerDocument.defaultView?.getComputedStyle(part).overflow !== 'visible')
      .filter((part) => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1)
      .map((part) => part.outerHTML.slice(0, 200)),
  );

test.each(['es', 'en', 'zh'] as const)(
  'on the narrowest phone no name of forty characters and no date is cut beside a button (%s)',
  async (language) => {
    for (const { viewer, path } of lists) {
      const page = await bench.open(viewer(), path(), { size: 'narrow', theme: 'light', language });
      const rows = rowsOf(page);
      await rows.nth(5).waitFor();
      expect(await cutTexts(rows)).toEqual([]);
      expect([...(await outsideBox(page)), ...(await tooWide(page)), ...(await tooSmall(page))]).toEqual([]);
      await page.close();
    }
  },
);

test.each(lists.filter(({ list }) => list !== 'bans'))(
  'after acting on row 150 of $list its neighbours and the focus are where they were, also after Back',
  async ({ viewer, path, action }) => {
    const page = await bench.open(viewer(), path(), { size: 'narrow', refusals: [404] });
    const rows = rowsOf(page);
    const offset = () => page.evaluate<number>('scrollY');
    const more = page.getByRole('main').getByRole('button', { name: 'Ver más' });
    await rows.first().waitFor();
    for (let shown = await rows.count(); shown < 151; shown = await rows.count()) {
      await ((await more.count()) > 0 ? more : rows.last()).scrollIntoViewIfNeeded();
      if ((await more.count()) > 0) await more.click();
      await rows.nth(shown).waitFor();
    }
    const following = await rows.nth(150).getByRole('link').last().textContent();
    const button = rows.nth(149).getByRole('button', { name: action });
    await button.scrollIntoViewIfNeeded();
    await painted(page);
    const before = await offset();
    await button.focus();
    await page.keyboard.press('Enter');
    const isUnfollowed = path().includes('following');
    const next = rows.nth(isUnfollowed ? 150 : 149).getByRole('link', { name: following ?? '' });
    await next.waitFor();
    const focused = isUnfollowed ? rows.nth(149).getByRole('button', { name: /^Seguir a / }) : next;
    await until(() => focused.evaluate((part) => part.matches(':focus')), 'the focus is in the list');
    expect(Math.abs((await offset()) - before)).toBeLessThan(2);
    await next.click();
    await page.waitForURL('**/u/*');
    await rows.first().waitFor({ state: 'detached' });
    await page.goBack();
    await next.waitFor();
    await until(async () => Math.abs((await offset()) - before) < 2, 'the list is where it was left');
  },
);
