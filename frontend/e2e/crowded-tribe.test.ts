import { beforeAll, expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { ownOf } from '../../deploy/system-tests/test-system.ts';
import { flaws } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';
import { painted } from './layout-shifts.ts';

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
