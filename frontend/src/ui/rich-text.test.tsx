/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderApp } from '../../testing/render.tsx';
import { TextLink } from './link.tsx';
import { RichText } from './rich-text.tsx';

test('marked words become links and emphasis, in the order of the sentence', async () => {
  const { container } = await renderApp(
    <RichText
      text="<who>Ana</who> quiere entrar en <tribe>Pan</tribe>."
      elements={{ who: <strong />, tribe: <TextLink to="/tribes/7" /> }}
    />,
  );
  expect(container.textContent).toBe('Ana quiere entrar en Pan.');
  expect(screen.getByText('Ana').tagName).toBe('STRONG');
  expect(screen.getByRole('link', { name: 'Pan' }).getAttribute('href')).toBe('/tribes/7');
});

test('text that only resembles a tag is shown as text, also in a name', async () => {
  const { container } = await renderApp(
    <RichText text="<who>A<b>na</who> & <i>3 < 4" elements={{ who: <strong /> }} />,
  );
  expect(container.textContent).toBe('A<b>na & <i>3 < 4');
  expect(container.querySelectorAll('strong, b, i')).toHaveLength(1);
});
