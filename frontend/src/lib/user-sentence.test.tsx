/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderApp } from '../../testing/render.tsx';
import { linkedAvatar } from './user-link.tsx';
import { UserSentence } from './user-sentence.tsx';

const sentence = (name: string) => `Por ${name}, ayer`;
const hrefs = () => screen.queryAllByRole('link', { hidden: true }).map((link) => link.getAttribute('href'));

test('the name in a sentence links to the profile', async () => {
  const { container } = await renderApp(<UserSentence person={{ id: 'u1', name: 'Ana <3' }} sentence={sentence} />);
  expect(container.textContent).toBe('Por Ana <3, ayer');
  expect(screen.getByRole('link', { name: 'Ana <3' }).getAttribute('href')).toBe('/u/u1');
});

test.each([
  ['hidden', { id: 'h1', name: 'Miembro', restrictedHigher: true }],
  ['deleted', { id: 'deleted', name: 'Cuenta borrada' }],
])('the name and the avatar of a %s person link nowhere', async (_which, person) => {
  const { container } = await renderApp(
    <>
      <UserSentence person={person} sentence={sentence} />
      {linkedAvatar(person, <span>cara</span>)}
    </>,
  );
  expect(container.textContent).toBe(`Por ${person.name}, ayercara`);
  expect(hrefs()).toEqual([]);
});

test('an avatar of a stack links to the profile, and keyboards skip it', async () => {
  await renderApp(linkedAvatar({ id: 'u1' }, <span>cara</span>));
  expect(hrefs()).toEqual(['/u/u1']);
  expect(screen.getByRole('link', { hidden: true }).tabIndex).toBe(-1);
});
