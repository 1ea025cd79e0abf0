/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderApp } from '../../testing/render.tsx';
import { Tabs } from './tabs.tsx';

function Sample() {
  const [value, setValue] = useState<'posts' | 'people'>('posts');
  return (
    <Tabs
      label="Partes"
      value={value}
      onChange={setValue}
      tabs={[
        { value: 'posts', label: 'Posts', count: 3, content: <p>Los posts</p> },
        { value: 'people', label: 'Personas', content: <p>Las personas</p> },
      ]}
    />
  );
}

test('arrow keys move between the tabs, Enter opens one, and only its content is rendered', async () => {
  await renderApp(<Sample />);
  expect(screen.getByRole('tablist', { name: 'Partes' })).toBeTruthy();
  const posts = screen.getByRole('tab', { name: /Posts/ });
  expect(posts.getAttribute('aria-selected')).toBe('true');
  await userEvent.click(posts);
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByText('Los posts')).toBeTruthy();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('tabpanel', { name: 'Personas' }).textContent).toBe('Las personas');
  await waitFor(() => expect(screen.queryByText('Los posts')).toBeNull());
});
