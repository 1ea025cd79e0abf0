/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { setLanguage, startI18n, useTexts } from './i18n.ts';

const shown: string[] = [];

function Title() {
  const { t } = useTexts('vibes');
  const title = t('vibes.chooseTitle');
  shown.push(title);
  return <h1>{title}</h1>;
}

test('a screen waits for its texts in each language, and never shows a key', async () => {
  await startI18n();
  await setLanguage('es');
  await act(async () => {
    render(
      <Suspense fallback={<p>…</p>}>
        <Title />
      </Suspense>,
    );
  });
  const spanish = (await screen.findByRole('heading')).textContent;
  await act(() => setLanguage('en'));
  const english = screen.getByRole('heading').textContent;
  expect(english).not.toBe(spanish);
  expect(new Set(shown)).toEqual(new Set([spanish, english]));
  expect(shown.filter((text) => text.includes('vibes.'))).toEqual([]);
});
