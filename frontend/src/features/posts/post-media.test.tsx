/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '../../../testing/render.tsx';
import { computeMediaFrame } from '../../lib/media-frame.ts';
import type { Post, PostImage, PostVideo } from './api.ts';
import { PostMedia } from './post-media.tsx';

const lostText = 'La imagen ya no está disponible';

const image = (id: string, more: Partial<PostImage> = {}): PostImage => ({
  id,
  url: `/${id}`,
  lqip: 'data:image/webp;base64,AA',
  width: 1600,
  height: 900,
  variants: { square: `/${id}.s`, medium: `/${id}.m`, large: `/${id}.l` },
  alt: '',
  lost: false,
  ...more,
});
const noAddress = { url: '', variants: { square: '', medium: '', large: '' }, lost: true };
const show = (...images: PostImage[]) =>
  renderApp(<PostMedia post={{ images, videos: [], user: { id: 'u1', name: 'Ana' } } as unknown as Post} />);
const buttons = () => screen.queryAllByRole('button').map((button) => button.getAttribute('aria-label'));

test.each([
  ['wide', { width: 1600, height: 900 }, 4 / 3],
  ['upright', { width: 900, height: 1600 }, 9 / 16],
])('the only picture of a post, a lost %s one, keeps its frame with a note', async (_shape, size, ratio) => {
  await show(image('a', { ...noAddress, ...size }));
  const frame = screen.getByText(lostText).parentElement;
  expect(Number.parseFloat(frame?.style.aspectRatio ?? '')).toBeCloseTo(ratio);
  expect([buttons(), document.querySelectorAll('img').length]).toEqual([[], 0]);
});

test.each([
  ['en', 'The picture is no longer available'],
  ['zh', '图片已不再可用'],
] as const)('the note is in the language of the viewer: %s', async (language, text) => {
  const post = { images: [image('a', noAddress)], videos: [], user: { id: 'u1', name: 'Ana' } } as unknown as Post;
  await renderApp(<PostMedia post={post} />, { language });
  expect(screen.getByText(text)).toBeTruthy();
});

const openers = () => buttons().filter((name) => name?.startsWith('Abrir'));
const loading = () =>
  [...document.querySelectorAll('img[srcset]')].map((each) => [each.getAttribute('src'), each.getAttribute('loading')]);

test('pictures next to a lost one are shown and opened, and keep their numbers', async () => {
  await show(image('a', noAddress), image('b'), image('c'));
  expect(screen.getAllByText(lostText)).toHaveLength(1);
  expect(openers()).toEqual(['Abrir imagen 2 de 3', 'Abrir imagen 3 de 3']);
  await userEvent.click(screen.getByRole('button', { name: 'Ver 2 de 3' }));
  await userEvent.click(screen.getByRole('button', { name: 'Abrir imagen 2 de 3' }));
  const lightbox = within(await screen.findByRole('dialog'));
  lightbox.getByText('2 de 3');
  await userEvent.keyboard('{ArrowLeft}');
  await lightbox.findByText('1 de 3');
  expect(screen.getAllByText(lostText)).toHaveLength(2);
});

test('several pictures are shown one at a time in the frame of the first, and arrow keys stop at the ends', async () => {
  await show(image('a', upright), image('b', wide), image('c'));
  const carousel = screen.getByRole('group', { name: 'Imágenes de Ana' });
  expect(Number.parseFloat(carousel.parentElement?.style.aspectRatio ?? '')).toBeCloseTo(9 / 16);
  const position = within(carousel).getByText('1 de 3');
  expect(position.getAttribute('aria-live')).toBe('polite');
  act(() => screen.getByRole('button', { name: 'Abrir imagen 1 de 3' }).focus());
  await userEvent.keyboard('{ArrowLeft}');
  expect(position.textContent).toBe('1 de 3');
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  expect(position.textContent).toBe('3 de 3');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Abrir imagen 3 de 3');
  expect(screen.getByRole('button', { name: 'Ver 3 de 3' }).getAttribute('aria-current')).toBe('true');
  expect(screen.queryByRole('button', { name: 'Siguiente' })).toBeNull();
});

test('an arrow key with Alt is left to the browser, which goes back', async () => {
  await show(image('a'), image('b'));
  const opener = screen.getByRole('button', { name: 'Abrir imagen 1 de 2' });
  expect(fireEvent.keyDown(opener, { key: 'ArrowRight', altKey: true })).toBe(true);
  expect(screen.getByText('1 de 2')).toBeTruthy();
  expect(fireEvent.keyDown(opener, { key: 'ArrowRight' })).toBe(false);
  expect(screen.getByText('2 de 2')).toBeTruthy();
});

test('an arrow that disappears at the end passes the focus to the last picture', async () => {
  await show(image('a'), image('b'));
  act(() => screen.getByRole('button', { name: 'Siguiente' }).focus());
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Abrir imagen 2 de 2');
});

test('only the first picture of the first post is loaded at once, and the next ones when the carousel is used', async () => {
  const post = { images: ['a', 'b', 'c'].map((id) => image(id)), videos: [], user: { id: 'u1', name: 'Ana' } };
  await renderApp(<PostMedia post={post as unknown as Post} eager />);
  expect(loading()).toEqual([['/a.l', 'eager']]);
  await userEvent.hover(screen.getByRole('group', { name: 'Imágenes de Ana' }));
  expect(loading().map(([src]) => src)).toEqual(['/a.l', '/b.l']);
  await userEvent.click(screen.getByRole('button', { name: 'Ver 3 de 3' }));
  expect(loading().map(([src]) => src)).toEqual(['/a.l', '/b.l', '/c.l']);
});

const [wide, upright] = [
  { width: 1600, height: 900 },
  { width: 900, height: 1600 },
];

test.each([
  { pictures: [upright, wide], max: 420, factors: ['1.00', '3.16'] },
  { pictures: [wide, upright], max: 632, factors: ['1.33', '1.00'] },
])(
  'pictures in a carousel are requested in the width that covers its frame: $factors',
  async ({ pictures, max, factors }) => {
    await show(...pictures.map((size, index) => image(`p${index}`, size)));
    await userEvent.click(screen.getByRole('button', { name: 'Ver 2 de 2' }));
    const shown = [...document.querySelectorAll('img[sizes]')];
    expect(shown.map((each) => each.getAttribute('sizes'))).toEqual(
      factors.map((factor) => `calc(min(${max}px, 100vw - 64px) * ${factor})`),
    );
    expect(shown.map((each) => each.getAttribute('srcset'))).toEqual(
      pictures.map(({ width }, index) => `/p${index}.m ${width / 2}w, /p${index}.l ${width}w`),
    );
  },
);

test('a post of external videos has the frame that is usual for their site', () => {
  const video = { id: 'v', url: 'https://a.es/', external: true, poster: '', lqip: null, durationMs: 0 } as const;
  const ratioOf = (...sites: NonNullable<PostVideo['site']>[]) =>
    computeMediaFrame({
      images: [],
      videos: sites.map((site) => ({ ...video, site, width: 0, height: 0, state: 'ready' })),
    });
  expect(ratioOf('youtube', 'vimeo')).toBeCloseTo(16 / 9);
  expect(ratioOf('youtube', 'tiktok')).toBeCloseTo(9 / 16);
  const short = { ...video, site: 'youtube', width: 0, height: 0, state: 'ready' } as const;
  const url = 'https://www.youtube.com/shorts/dQw4w9WgXcQ';
  expect(computeMediaFrame({ images: [], videos: [{ ...short, url }] })).toBeCloseTo(9 / 16);
});

test('a picture has the text of its author, in the post and in the lightbox; without one, a number', async () => {
  await show(image('a', { alt: 'Un faro en la niebla' }), image('b'));
  screen.getByRole('img', { name: 'Un faro en la niebla' });
  await userEvent.click(screen.getByRole('button', { name: 'Abrir imagen 1 de 2: Un faro en la niebla' }));
  const lightbox = within(await screen.findByRole('dialog'));
  expect(await lightbox.findByRole('img', { name: 'Un faro en la niebla' })).toBeTruthy();
  await userEvent.keyboard('{ArrowRight}');
  expect(await lightbox.findByRole('img', { name: 'Imagen 2 de Ana' })).toBeTruthy();
});

test('a picture beside a video has the same name as in a post of pictures', async () => {
  // Not implemented by jsdom.
  Object.assign(HTMLMediaElement.prototype, { pause: () => undefined });
  const video = { ...{ id: 'v', url: '/v.mp4', external: false, poster: '', lqip: null }, ...wide, durationMs: 0 };
  const post = { ...{ id: 'p1', tribeId: 7, kind: 'post' }, images: [image('a', { alt: 'Un faro' }), image('b')] };
  await renderApp(
    <PostMedia
      post={{ ...post, videos: [{ ...video, state: 'ready' }], user: { id: 'u1', name: 'Ana' } } as unknown as Post}
    />,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Abrir imagen 1 de 2: Un faro' }));
  const lightbox = within(await screen.findByRole('dialog'));
  expect(await lightbox.findByRole('img', { name: 'Un faro' })).toBeTruthy();
  expect(lightbox.getByText('1 de 3')).toBeTruthy();
});
