/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '../../../testing/render.tsx';
import type { Post, PostImage, PostVideo } from './api.ts';
import { computeMediaFrame } from './media-frame.ts';
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

test('pictures next to a lost one are shown and opened, and keep their numbers', async () => {
  await show(image('a', noAddress), image('b'), image('c'));
  expect(screen.getAllByText(lostText)).toHaveLength(1);
  expect(buttons()).toEqual(['Abrir imagen 2 de 3', 'Abrir imagen 3 de 3']);
  await userEvent.click(screen.getByRole('button', { name: 'Abrir imagen 2 de 3' }));
  await screen.findByText('2 de 3');
  await userEvent.keyboard('{ArrowLeft}');
  await screen.findByText('1 de 3');
  expect(screen.getAllByText(lostText)).toHaveLength(2);
});

test('a lost picture in front of those that the grid hides leads to them', async () => {
  await show(image('a'), image('b'), image('c'), image('d', noAddress), image('e'));
  expect(screen.getByText(lostText)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^\+1/ }));
  await screen.findByText('4 de 5');
  await userEvent.keyboard('{ArrowRight}');
  await screen.findByText('5 de 5');
});

const [wide, upright] = [
  { width: 1600, height: 900 },
  { width: 900, height: 1600 },
];

test.each([
  // Half the card, 4 by 3, is 2 by 3; a quarter of it is 4 by 3.
  { pictures: [upright, wide], factors: ['0.50', '1.33'] },
  { pictures: [wide, wide, upright], factors: ['1.33', '0.67', '0.50'] },
  { pictures: [wide, upright, wide, upright], factors: ['0.67', '0.50', '0.67', '0.50'] },
])('pictures in a grid are requested in the width that covers their tiles: $factors', async ({ pictures, factors }) => {
  await show(...pictures.map((size, index) => image(`p${index}`, size)));
  const shown = [...document.querySelectorAll('img[sizes]')];
  expect(shown.map((each) => each.getAttribute('sizes'))).toEqual(
    factors.map((factor) => `calc(min(632px, 100vw - 64px) * ${factor})`),
  );
  expect(shown.map((each) => each.getAttribute('srcset'))).toEqual(
    pictures.map(({ width }, index) => `/p${index}.m ${width / 2}w, /p${index}.l ${width}w`),
  );
});

test('a post of external videos has the frame that is usual for their site', () => {
  const video = { id: 'v', url: 'https://a.es/', external: true, poster: '', lqip: null, durationMs: 0 } as const;
  const ratioOf = (...sites: NonNullable<PostVideo['site']>[]) =>
    computeMediaFrame({
      images: [],
      videos: sites.map((site) => ({ ...video, site, width: 0, height: 0, state: 'ready' })),
    });
  expect(ratioOf('youtube', 'vimeo')).toBeCloseTo(16 / 9);
  expect(ratioOf('youtube', 'tiktok')).toBeCloseTo(9 / 16);
});

test('a picture has the text of its author, in the post and in the lightbox; without one, a number', async () => {
  await show(image('a', { alt: 'Un faro en la niebla' }), image('b'));
  screen.getByRole('img', { name: 'Un faro en la niebla' });
  screen.getByRole('img', { name: 'Imagen 2 de Ana' });
  await userEvent.click(screen.getByRole('button', { name: 'Abrir imagen 1 de 2' }));
  const lightbox = await screen.findByRole('dialog');
  expect(await within(lightbox).findByRole('img', { name: 'Un faro en la niebla' })).toBeTruthy();
});
