import { beforeAll, expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { ownOf } from '../../deploy/system-tests/test-system.ts';
import { flaws } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';
import { gate } from './gate.ts';
import { expectSteady, forgetShifts, painted, watchShifts } from './layout-shifts.ts';

/** A system of its own: the other members are inserted into its stores. */
const bench = openBrowserBench({ ownSystem: true });

const others = 199;

let ana: Person;
let tribe: { id: number };
beforeAll(async () => {
  ana = await bench.system.newcomer('ana');
  tribe = await ana.createTribe('La plaza llena');
  const { sql } = ownOf(bench.system);
  // Two hundred registrations would hash two hundred passwords.
  const people = await sql(
    'identity',
    `insert into users (id, email, name, terms_accepted_at, email_verified_at, created_at, welcomed_at)
     select gen_random_uuid(), 'vecino' || number || '@tribus.test', 'vecino' || number, now(), now(), now(), now()
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
    .getByRole('link', { name: `vecino${others}` })
    .waitFor();
  expect(await flaws(page)).toEqual([]);

  await page.getByLabel('Buscar por nombre').fill(`vecino${others}`);
  await rows.nth(1).waitFor({ state: 'detached' });
  await rows.getByRole('link', { name: `vecino${others}` }).waitFor();
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
