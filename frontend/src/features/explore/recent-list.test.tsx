/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderApp } from '../../../testing/render.tsx';
import { RecentList } from './recent-list.tsx';

function Recent() {
  const [recent, setRecent] = useState(['cestas', 'mimbre', 'barro']);
  return (
    <RecentList
      recent={recent}
      onChoose={() => undefined}
      onForget={(q) => setRecent(recent.filter((each) => each !== q))}
      onForgetAll={() => setRecent([])}
    />
  );
}

test('when a search is removed, the focus goes to the one in its place, or to the last one', async () => {
  await renderApp(<Recent />);
  await userEvent.click(screen.getByRole('button', { name: 'Quitar “mimbre” de las recientes' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'barro' }));
  await userEvent.click(screen.getByRole('button', { name: 'Quitar “barro” de las recientes' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'cestas' }));
});
