/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import type { Language } from '../../lib/i18n.ts';
import { ArticlePage } from './article-page.tsx';
import type { BlogIndex, BlogPost } from './blog-content.ts';
import { BlogPage } from './blog-page.tsx';

const post = (slug: string, category: BlogPost['category'], title: string): BlogPost => ({
  slug,
  category,
  title,
  excerpt: `De ${slug}`,
  image: { src: `/blog-content/pictures/${slug}.svg`, alt: `Dibujo de ${slug}`, width: 1200, height: 630 },
  date: '2026-03-01',
  readTime: 4,
  author: 'Ana',
  tags: ['fuego', 'mesa'],
});
const index: BlogIndex = {
  posts: [
    post('brasas', 'levels', 'Las brasas'),
    post('puerta', 'privacy', 'La puerta'),
    post('voz', 'levels', 'La voz'),
  ],
  pictures: { '/blog-content/pictures/mesa.svg': { width: 800, height: 400 } },
};

const INDEX = 'GET /blog-content/index.json';
const ARTICLE = 'GET /blog-content/brasas.md';

/** Missing in jsdom. */
Blob.prototype.text = function text(this: Blob) {
  return new Promise((resolve) => {
    const file = new FileReader();
    file.onload = () => resolve(String(file.result));
    file.readAsText(this);
  });
};

beforeEach(() => {
  forgetRequests();
  stubResponse(INDEX, { body: index });
});

const open = (path: string, language?: Language) =>
  renderApp(
    <Routes>
      <Route path="/blog" element={<BlogPage />} />
      <Route path="/blog/:slug" element={<ArticlePage />} />
    </Routes>,
    { path, browserHistory: true, ...(language && { language }) },
  );

const openArticle = (body: string) => {
  stubResponse(ARTICLE, { text: `---\ntitle: Las brasas\n---\n\n${body}` });
  return open('/blog/brasas');
};

const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const chip = (name: string) => screen.getByRole('button', { name });

test('a chip shows the articles of its category, which the address names, and Back shows all again', async () => {
  await open('/blog');
  expect(await screen.findByRole('link', { name: 'La puerta' })).toBeTruthy();
  expect(document.title).toBe('Blog · Tribus');
  await userEvent.click(chip('Niveles'));
  await waitFor(() => expect(titles()).toEqual(['Las brasas', 'La voz']));
  expect(chip('Niveles').getAttribute('aria-pressed')).toBe('true');
  expect(location.search).toBe('?category=levels');
  window.history.back();
  await waitFor(() => expect(titles()).toEqual(['Las brasas', 'La puerta', 'La voz']));
  expect(chip('Todos').getAttribute('aria-pressed')).toBe('true');
});

test('an unknown category shows all articles, one without articles leads to all', async () => {
  const { unmount } = await open('/blog?category=constructor');
  expect(await screen.findByRole('link', { name: 'Las brasas' })).toBeTruthy();
  unmount();
  await open('/blog?category=community');
  expect(await screen.findByText('No hay artículos')).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Ver todos' }));
  expect(await screen.findByRole('link', { name: 'Las brasas' })).toBeTruthy();
});

test('the interface and the date are in the language of the reader, the article is marked as Spanish', async () => {
  await open('/blog', 'en');
  const link = await screen.findByRole('link', { name: 'Las brasas' });
  expect(link.closest('[lang]')?.getAttribute('lang')).toBe('es');
  expect(screen.getAllByText('Mar 1, 2026')).toHaveLength(3);
  expect(screen.getAllByText('4 min read')).toHaveLength(3);
});

test.each([{ status: 503 }, 'lost'] as const)(
  'a list that fails (%j) is empty, and can be loaded again',
  async (how) => {
    stubResponse(INDEX, how);
    await open('/blog');
    expect(await screen.findByText('No se han podido cargar los artículos')).toBeTruthy();
    stubResponse(INDEX, { body: index });
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByRole('link', { name: 'Las brasas' })).toBeTruthy();
  },
);

test('an article has its head, its text without the front matter, its tags, and links to others', async () => {
  await openArticle('## Uno\n\nHola **a todos**.\n\n| a | b |\n| - | - |\n| 1 | 2 |');
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Las brasas');
  expect((await screen.findByText('a todos')).tagName).toBe('STRONG');
  expect(document.title).toBe('Las brasas · Tribus');
  expect(screen.queryByText(/title:/)).toBeNull();
  expect(screen.getByRole('table')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'Dibujo de brasas' })).toBeTruthy();
  const tags = within(screen.getByRole('list', { name: 'Etiquetas' })).getAllByRole('listitem');
  expect(tags.map(({ textContent }) => textContent)).toEqual(['fuego', 'mesa']);
  const more = within(screen.getByRole('region', { name: 'Sigue leyendo' })).getAllByRole('link');
  expect(more.map(({ textContent }) => textContent)).toEqual(['La puerta', 'La voz']);
});

test('an article is shared on Twitter, Facebook and LinkedIn by its address, without any data of the reader', async () => {
  await openArticle('Hola');
  const links = await screen.findAllByRole('link', { name: /^Compartir en/ });
  const address = encodeURIComponent(`${location.origin}/blog/brasas`);
  expect(links.map((link) => [link.textContent, link.getAttribute('rel')])).toEqual(
    ['Twitter', 'Facebook', 'LinkedIn'].map((site) => [site, 'noopener noreferrer']),
  );
  for (const link of links) expect(link.getAttribute('href')).toContain(address);
});

test('an article opens other sites in a new tab, and its own pages in this one', async () => {
  await openArticle('[fuera](https://example.com/a) y [dentro](/help)');
  const outside = await screen.findByRole('link', { name: 'fuera' });
  expect([outside.getAttribute('target'), outside.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
  expect(screen.getByRole('link', { name: 'dentro' }).getAttribute('target')).toBeNull();
});

test('an article has pictures with their sizes, and none of other sites', async () => {
  await openArticle('![Una mesa](/blog-content/pictures/mesa.svg)\n\n![Un gato](https://example.com/cat.png)');
  const picture = await screen.findByRole('img', { name: 'Una mesa' });
  expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['800', '400']);
  expect(screen.queryByRole('img', { name: 'Un gato' })).toBeNull();
});

test.each([
  '<script>window.hacked = 1</script>',
  '<img src="/x" onerror="window.hacked = 1">',
  '<iframe src="https://example.com"></iframe>',
  '<svg onload="window.hacked = 1"></svg>',
  '<a href="javascript:window.hacked=1">pulsa</a>',
  '[pulsa](javascript:window.hacked=1)',
  '[pulsa](JaVaScRiPt&colon;window.hacked=1)',
  '[pulsa](data:text/html;base64,PHNjcmlwdD4=)',
  '[pulsa](vbscript:x)',
  '[pulsa](//example.com/x)',
  '![x](javascript:window.hacked=1)',
  '![x](data:image/svg+xml,<svg/onload=alert(1)>)',
  '<style>body { display: none }</style>',
  '<form action="https://example.com"><input name="password"></form>',
])('an article runs no code and opens nothing hidden in its text: %s', async (hostile) => {
  await openArticle(`${hostile}\n\nFinal`);
  await screen.findByText('Final');
  const body = document.querySelector('.article-body');
  expect(body?.querySelectorAll('script, iframe, svg, img, style, form, input, object, a')).toHaveLength(0);
  const attributes = [...(body?.querySelectorAll('*') ?? [])].flatMap((element) => element.getAttributeNames());
  expect(attributes.filter((name) => name.startsWith('on') || name === 'style' || name === 'src')).toEqual([]);
  expect('hacked' in window).toBe(false);
});

test('an article that does not exist is shown as not found, with a way back to the blog', async () => {
  stubResponse('GET /blog-content/nada.md', { status: 404, body: { error: 'No existe', code: 'not_found' } });
  await open('/blog/nada');
  expect(await screen.findByRole('heading', { level: 1, name: 'Artículo no encontrado' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Volver al blog' }));
  expect(await screen.findByRole('link', { name: 'Las brasas' })).toBeTruthy();
});

test('an article whose address climbs out of the folder requests nothing outside of it', async () => {
  await open('/blog/..%2F..%2Fapi%2Fauth%2Fme');
  expect(await screen.findByRole('heading', { level: 1, name: 'Artículo no encontrado' })).toBeTruthy();
  expect(requests.filter(({ path }) => path.includes('../'))).toEqual([]);
});

test('an article that cannot be loaded can be loaded again', async () => {
  stubResponse(ARTICLE, 'lost');
  await open('/blog/brasas');
  expect(await screen.findByText('No se ha podido cargar el artículo')).toBeTruthy();
  stubResponse(ARTICLE, { text: '---\ntitle: x\n---\nPor fin' });
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText('Por fin')).toBeTruthy();
});
