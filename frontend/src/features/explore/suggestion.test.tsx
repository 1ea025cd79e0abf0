/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderApp } from '../../../testing/render.tsx';
import { TribeSuggestion } from './suggestion.tsx';
import type { SuggestedTribe } from './suggestions-api.ts';

test.each([
  ['of new members', { kind: 'newMembers', count: 6 }, 0],
  ['of tags', { kind: 'tagsYouFollow', tags: ['mimbre'] }, 1],
])('a suggested tribe says how many people it has once, for a reason %s', async (_name, reason, times) => {
  const tribe = { id: 7, name: 'Tablero y Dado', membersCount: 6, isPrivate: false, membership: null };
  const item = { tribe, reason } as unknown as SuggestedTribe;
  await renderApp(<TribeSuggestion item={item} join={() => <button type="button">Unirme</button>} />);
  expect(screen.getByRole('link', { name: 'Tablero y Dado' })).toBeTruthy();
  expect(screen.queryAllByText('6 miembros')).toHaveLength(times);
});
