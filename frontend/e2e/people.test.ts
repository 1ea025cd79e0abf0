import { expect, test } from '@jest/globals';
import type { Person } from '../../deploy/system-tests/people.ts';
import { png } from '../../deploy/system-tests/pictures.ts';
import { barriers } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench();

/** A person with a full profile, two photos, and a post in their tribe, which another person joined. */
async function neighbours(): Promise<{ ana: Person; beto: Person; tribeId: number }> {
  const [ana, beto] = [await bench.system.newcomer('ana'), await bench.system.newcomer('beto')];
  const { id: tribeId } = await ana.createTribe(`Vecinas ${ana.id}`);
  await beto.join(tribeId);
  await ana.put('/auth/me', {
    name: 'Ana Río',
    bio: 'Fuego y montaña',
    gustos: 'reading | hiking',
    buscaAventura: 'yes',
    profileVisibility: { progress: true },
  });
  for (const side of [300, 400]) {
    const form = new FormData();
    form.append('photos', new Blob([Buffer.from(await png(side, side))]), 'foto.png');
    await ana.post('/auth/me/photos', form);
  }
  await ana.publish(tribeId, { content: 'Hoguera entre vecinas' });
  await bench.system.settled();
  return { ana, beto, tribeId };
}

test('a name links from a post to its author: their facts, photos, posts, and how to contact them', async () => {
  const { ana, beto, tribeId } = await neighbours();
  for (const size of ['phone', 'desk'] as const) {
    const page = await bench.open(beto, `/tools/tribes/${tribeId}`, { size });
    await page.getByRole('article').getByRole('link', { name: 'Ana Río' }).click();
    await page.waitForURL(`**/u/${ana.id}`);
    await page.getByRole('heading', { level: 1, name: 'Ana Río' }).waitFor();
    await page.getByText('Fuego y montaña').waitFor();
    await page.getByText('Senderismo').waitFor();
    expect(await page.getByText('Busco aventura').count()).toBe(0);
    expect(await page.getByText(ana.email).count()).toBe(0);
    await page.getByText('En común').first().waitFor();
    await page.getByText('Hoguera entre vecinas').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(page.viewportSize()?.width);

    await page.getByRole('img', { name: 'Foto 1 de Ana Río' }).click();
    await page.getByText('1 de 2').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText('2 de 2').waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('tab', { name: 'Vibes y clips' }).click();
    await page.getByText('Nada por aquí todavía').waitFor();
  }
  const page = await bench.open(beto, `/u/${ana.id}`);
  const follow = page.getByRole('button', { name: 'Seguir', exact: true });
  await expectToast(page, 'Ahora sigues a Ana Río', () => follow.click());
  await page.getByRole('button', { name: 'Dejar de seguir' }).waitFor();
  await page.getByRole('link', { name: 'Mensaje' }).click();
  await page.waitForURL(`**/dm/${ana.id}?tribeId=${tribeId}`);
});

test('a visitor sees public content, and nothing of a tribe they do not belong to', async () => {
  const { ana } = await neighbours();
  const page = await bench.open(null, `/u/${ana.id}`);
  await page.getByRole('heading', { level: 1, name: 'Ana Río' }).waitFor();
  await page.getByText('Nada por aquí todavía').waitFor();
  expect(await page.getByText('Hoguera entre vecinas').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Seguir' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Unirme para seguir a Ana Río' }).click();
  await page.waitForURL('**/register');
});

test('the address of an unknown user shows a not-found page', async () => {
  const page = await bench.open(null, '/u/hidden-0123456789abcdef01234567', { refusals: [404] });
  await page.getByRole('heading', { level: 1, name: 'Este perfil no existe o no se puede ver.' }).waitFor();
  expect(await barriers(page)).toEqual([]);
});

test('on a phone the text of an activity is beside its post, and the whole row opens it', async () => {
  const ana = await bench.system.newcomer('ana');
  const bruno = await bench.system.newcomer('bruno');
  const { id } = await ana.createTribe(`Actividad de ${ana.name}`);
  await bruno.join(id);
  const post = await ana.publish(id, { content: 'Quién trae pan' });
  await bruno.post(`/tribes/${id}/posts/${post.id}/comments`, {
    content: 'Yo llevo dos hogazas y algo de queso para todos',
  });
  await bench.system.settled();
  const page = await bench.open(ana, '/(modal)/activity');
  const row = page.getByRole('listitem').filter({ hasText: 'dos hogazas' });
  const boxOf = (words: string) => row.getByText(words).boundingBox();
  const [text, mark] = [await boxOf('dos hogazas'), await boxOf('Quién trae pan')];
  if (!text || !mark) throw new Error('both are visible');
  expect(mark.x).toBeGreaterThan(text.x + text.width);
  await page.mouse.click(mark.x + mark.width / 2, mark.y + mark.height / 2);
  await page.waitForURL(`**/post/${post.id}?tribe=${id}`);
});
