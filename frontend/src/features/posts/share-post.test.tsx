/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { homininiId } from '@limits/community';
import { screen } from '@testing-library/react';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { session } from '../../lib/session.ts';
import type { Post } from './api.ts';
import { SharePost } from './share-post.tsx';

beforeEach(() => session.start('t', lucia));

const post = (more: Partial<Post>) =>
  ({ id: 'p1', tribeId: 7, kind: 'post', content: 'Hola', minLevelOrder: 1, ...more }) as Post;

const forMembers = 'Solo la ve la tribu: a quien no esté dentro se le pedirá entrar o unirse.';
const forLevel = 'Solo la ve la tribu desde el nivel 3: las demás personas no podrán abrirla.';
const all = { tribeId: homininiId };

test.each([
  ['a post of a tribe', {}, '/post/p1?tribe=7', '', forMembers],
  ['a clip', { kind: 'reel' }, '/clip/p1?tribe=7', '', forMembers],
  ['a post for a level', { minLevelOrder: 3 }, '/post/p1?tribe=7', '', forLevel],
  ['a post of hominini', all, `/post/p1?tribe=${homininiId}`, 'Hola ', null],
  ['one of hominini for a level', { ...all, minLevelOrder: 3 }, `/post/p1?tribe=${homininiId}`, '', forLevel],
  // Cut in the middle of a character.
  [
    'a long one',
    { ...all, content: `${'x'.repeat(119)}🔥` },
    `/post/p1?tribe=${homininiId}`,
    `${'x'.repeat(119)} `,
    null,
  ],
] as const)(
  '%s is shared by its address, with its text only where everybody sees it',
  async (_what, more, path, text, note) => {
    await renderApp(<SharePost post={post(more)} open onClose={() => undefined} />);
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'WhatsApp' });
    expect(new URL(link.href).searchParams.get('text')).toBe(`${text}${window.location.origin}${path}`);
    expect([forMembers, forLevel].filter((each) => screen.queryByText(each))).toEqual(note === null ? [] : [note]);
  },
);
