import { expect, test } from '@jest/globals';
import { homininiId } from '@tribus/community/limits.ts';
import type { Locator, Page } from 'playwright-core';
import type { Person } from '../../deploy/system-tests/people.ts';
import { flaws, tooSmall, tooWide } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';
import { publishClip } from './clip-post.ts';
import { expectToast } from './toasts.ts';

const bench = openBrowserBench();

async function tribeOfTwo(): Promise<{ ana: Person; beto: Person; tribeId: number }> {
  const [ana, beto] = await Promise.all([bench.system.newcomer('ana'), bench.system.newcomer('beto')]);
  const { id } = await ana.createTribe(`Plaza de ${ana.id.slice(-8)}`);
  await beto.join(id);
  return { ana, beto, tribeId: id };
}

const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Compartir la publicación' });
const share = (within: Locator) => within.getByRole('button', { name: 'Compartir', exact: true });
const linksOf = (panel: Locator) =>
  panel
    .getByRole('link')
    .evaluateAll((links: { textContent: string; href: string; rel: string; target: string }[]) =>
      links.map(({ textContent, href, rel, target }) => [textContent, href, rel, target]),
    );

test.each([
  ['dark', 'phone'],
  ['light', 'desk'],
] as const)(
  'a post of a tribe is shared by its link only, with ten targets in order, %s on a %s',
  async (theme, size) => {
    const { ana, beto, tribeId } = await tribeOfTwo();
    const { id } = await ana.publish(tribeId, { content: 'Pan & fuego: ¿quién viene?' });
    const page = await bench.open(beto, `/tools/tribes/${tribeId}`, { theme, size });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).host));
    await page.addInitScript('navigator.share = async (data) => { window.shared = data; }');
    await page.reload();
    const opener = share(page.getByRole('article').filter({ hasText: 'Pan & fuego' }));
    await opener.focus();
    await page.keyboard.press('Enter');
    const panel = panelOf(page);
    await panel.getByText('Solo la ve la tribu: a quien no esté dentro se le pedirá entrar o unirse.').waitFor();
    const url = new URL(`/post/${id}?tribe=${tribeId}`, page.url()).href;
    const encoded = encodeURIComponent(url);
    const app = ['noopener noreferrer', '_blank'];
    expect(await linksOf(panel)).toEqual([
      ['Facebook', `https://www.facebook.com/sharer/sharer.php?u=${encoded}`, ...app],
      ['WhatsApp', `https://wa.me/?text=${encoded}`, ...app],
      ['X', `https://x.com/intent/post?url=${encoded}`, ...app],
      ['LinkedIn', `https://www.linkedin.com/sharing/share-offsite/?url=${encoded}`, ...app],
      ['Telegram', `https://t.me/share/url?url=${encoded}`, ...app],
      ['Correo', `mailto:?body=${encoded}`, '', ''],
    ]);
    const apps = panel.getByRole('list', { name: 'Dónde compartir' });
    expect(await apps.getByRole('listitem').allTextContents()).toEqual(
      'Facebook WhatsApp X LinkedIn Telegram Instagram YouTube Correo'.split(' ').concat('Compartir con otra app'),
    );
    expect([...(await flaws(page)), ...(await tooSmall(page)), ...(await tooWide(page))]).toEqual([]);
    const copied = () => page.evaluate('navigator.clipboard.readText()');
    await expectToast(page, 'Enlace copiado', () => panel.getByRole('button', { name: 'Copiar enlace' }).click());
    expect(await copied()).toBe(url);
    await panel.getByRole('button', { name: 'Compartir con otra app' }).click();
    expect(await page.evaluate('window.shared')).toEqual({ url });
    expect([...new Set(requested)]).toEqual([new URL(page.url()).host]);

    for (const [name, site] of [
      ['Instagram', 'https://www.instagram.com/'],
      ['YouTube', 'https://www.youtube.com/'],
    ] as const) {
      await page.context().route(`${site}**`, (route) => route.fulfill({ body: 'Pega el enlace' }));
      await page.evaluate("navigator.clipboard.writeText('')");
      const opened = page.waitForEvent('popup');
      await expectToast(page, 'Enlace copiado', () => panel.getByRole('button', { name }).click());
      const site_ = await opened;
      await site_.waitForURL(site);
      expect(await site_.evaluate('opener')).toBeNull();
      await site_.close();
      expect(await copied()).toBe(url);
    }
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    expect(await opener.evaluate((each) => each === each.ownerDocument.activeElement)).toBe(true);
    await opener.click();
    await panel.waitFor();
    await page.goBack();
    await panel.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe(`/tools/tribes/${tribeId}`);
  },
);

test('the panel names the level of a post that not every member sees, and its page and its clip are shared, too', async () => {
  const { ana, tribeId } = await tribeOfTwo();
  const { id } = await ana.publish(tribeId, { content: 'Para el nivel dos', minLevelOrder: 2 });
  const page = await bench.open(ana, `/post/${id}?tribe=${tribeId}`);
  await share(page.getByRole('article')).click();
  await panelOf(page)
    .getByText('Solo la ve la tribu desde el nivel 2: las demás personas no podrán abrirla.')
    .waitFor();
  await panelOf(page).getByText(page.url(), { exact: true }).waitFor();
  const clip = await publishClip(ana, tribeId);
  await page.goto(`/clip/${clip}?tribe=${tribeId}`);
  await share(page.getByRole('article')).click();
  await panelOf(page).getByText(page.url(), { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await panelOf(page).waitFor({ state: 'detached' });
  await page.waitForURL(`**/clip/${clip}?tribe=${tribeId}`);
});

test('the beginning of a post that everybody sees is passed on with its link', async () => {
  const ana = await bench.system.newcomer('ana');
  const content = 'Un saludo a todo el mundo & más';
  const { id } = await ana.publish(homininiId, { content });
  const page = await bench.open(ana, `/post/${id}?tribe=${homininiId}`, { size: 'desk' });
  await share(page.getByRole('article')).click();
  const panel = panelOf(page);
  const whatsApp = await panel.getByRole('link', { name: 'WhatsApp' }).getAttribute('href');
  expect(whatsApp).toBe(`https://wa.me/?text=${encodeURIComponent(`${content} ${page.url()}`)}`);
  expect(await panel.getByText(/^Solo la ve/).count()).toBe(0);
});
