/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, stubResponse } from '../../../testing/server.ts';
import type { Language } from '../../lib/i18n.ts';
import { session } from '../../lib/session.ts';
import { EditProfileModal } from './edit-profile-modal.tsx';
import { EmojiPicker } from './emoji-picker.tsx';
import { listedFields, useOptions } from './options.ts';
import { ProfilePage } from './profile-page.tsx';
import { UserPage } from './user-page.tsx';

beforeEach(() => {
  forgetRequests();
  session.start('token', lucia);
  stubResponse('GET auth/me', { body: lucia });
  stubResponse('GET tribes/@me/memberships', { body: { items: [] } });
  stubResponse('GET gamification/me', { body: { points: 0, level: 0, thresholds: {} } });
  const visible = { name: 'Nora', isAgent: false, createdAt: '2026-01-01T00:00:00.000Z' };
  for (const id of [lucia.id, 'u2'])
    stubResponse(`GET auth/public/${id}`, { body: { ...visible, id, followersCount: 0, followingCount: 0 } });
});

/** The labels of each list. */
function Lists() {
  const { optionsOf, languageOptions } = useOptions();
  const labelsOf = (options: { label: string }[]) => options.map(({ label }) => label);
  const lists = listedFields.map((field) => [field, labelsOf(optionsOf(field))]);
  return (
    <p data-testid="lists">
      {JSON.stringify(Object.fromEntries([...lists, ['languages', labelsOf(languageOptions())]]))}
    </p>
  );
}

test.each<Language>(['es', 'en', 'zh'])(
  'in %s there are at least 80 interests and 40 languages, each once',
  async (language) => {
    await renderApp(<Lists />, { language });
    const lists: Record<string, string[]> = JSON.parse(screen.getByTestId('lists').textContent ?? '');
    for (const [field, labels] of Object.entries(lists)) {
      expect({ field, repeated: labels.filter((label, index) => labels.indexOf(label) !== index) }).toEqual({
        field,
        repeated: [],
      });
      expect(labels.length).toBeGreaterThan(1);
    }
    expect(lists.gustos?.length).toBeGreaterThanOrEqual(80);
    expect(lists.languages?.length).toBeGreaterThanOrEqual(40);
    expect(lists.horoscopo).toHaveLength(12);
  },
);

test('about 150 emoji are offered, each once', async () => {
  await renderApp(<EmojiPicker disabled={false} onChoose={() => undefined} />);
  const emoji = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(new Set(emoji).size).toBe(emoji.length);
  expect(emoji.length).toBeGreaterThanOrEqual(145);
  expect(emoji.length).toBeLessThanOrEqual(165);
});

test.each([
  ['Canción favorita', 'Gracias a la vida'],
  ['Película favorita', 'El laberinto del fauno'],
])('%s is free text with suggestions', async (label, suggestion) => {
  await renderApp(<EditProfileModal />);
  const field = await screen.findByLabelText<HTMLInputElement>(label, { selector: '[list]' });
  const suggested = [...(field.list?.options ?? [])].map(({ value }) => value);
  expect(suggested).toContain(suggestion);
  expect(suggested.length).toBeGreaterThanOrEqual(20);
  expect(new Set(suggested).size).toBe(suggested.length);
});

test.each([
  ['/profile', ['Publicaciones', 'Clips']],
  ['/u/u2', ['Publicaciones', 'Vibes y clips']],
])('%s has its tabs, and none of tagged posts while there are no mentions', async (path, names) => {
  await renderApp(
    <Routes>
      <Route path="/profile" element={<ProfilePage posts={() => null} />} />
      <Route path="/u/:userId" element={<UserPage posts={() => null} />} />
    </Routes>,
    { path },
  );
  expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual(names);
});
