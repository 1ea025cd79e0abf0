/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '../../testing/render.tsx';
import { Button } from './button.tsx';
import { Tooltip } from './tooltip.tsx';

test('its text describes the control, is shown on keyboard focus, and goes with Escape', async () => {
  await renderApp(
    <Tooltip text="Lo ve toda la tribu">
      <Button>Publicar</Button>
    </Tooltip>,
  );
  const button = screen.getByRole('button', { name: 'Publicar' });
  const description = document.getElementById(button.getAttribute('aria-describedby') ?? '');
  expect(description?.textContent).toBe('Lo ve toda la tribu');
  const shown = () => screen.getAllByText('Lo ve toda la tribu').filter((element) => !element.hidden);
  expect(shown()).toEqual([]);
  await userEvent.tab();
  await waitFor(() => expect(shown()).toHaveLength(1));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(shown()).toEqual([]));
});
