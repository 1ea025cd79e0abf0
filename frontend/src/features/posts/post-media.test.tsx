/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '../../../testing/render.tsx';
import type { Post, PostImage } from './api.ts';
import { PostMedia } from './post-media.tsx';

const lostText = 'La imagen ya no está disponible';

const image = (id: string, more: Partial<PostImage> = {}): PostImage => ({
  id,
  url: `/${id}`,
  lqip: 'data:image/webp;base64,AA',
  width: 1600,
  height: 900,
  variants: { square: `/${id}.s`, medium: `/${id}.m`, large: `/${id}.l` },
  lost: false,
  ...more,
});
const noAddress = { url: '', variants: { square: '', medium: '', large: '' }, lost: true };
const show = (...images: PostImage[]) =>
  renderApp(<PostMedia post={{ images, user: { id: 'u1', name: 'Ana' } } as Post} />);
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
  const post = { images: [image('a', noAddress)], user: { id: 'u1', name: 'Ana' } } as Post;
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
