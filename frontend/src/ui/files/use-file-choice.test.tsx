/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { renderApp } from '../../../testing/render.tsx';
import { useFileChoice } from './use-file-choice.ts';

const rules = { types: ['image/png'], maxMb: 1, maxCount: 6 };
const file = (name: string, type: string) => new File(['x'], name, { type });

/** Takes pictures; videos are taken by something else. */
function Choice({ onRefused }: { onRefused: () => void }) {
  const choice = useFileChoice(
    rules,
    0,
    () => undefined,
    onRefused,
    (files) => files.filter(({ type }) => !type.startsWith('video/')),
  );
  return <button type="button" {...choice.targetProps}>{`refused: ${choice.refused.length}`}</button>;
}

test('the reasons for refused files disappear once other files are accepted', async () => {
  let refusals = 0;
  await renderApp(<Choice onRefused={() => (refusals += 1)} />);
  const paste = (...files: File[]) => fireEvent.paste(screen.getByRole('button'), { clipboardData: { files } });
  const shown = () => screen.getByRole('button').textContent;
  paste(file('notas.pdf', 'application/pdf'));
  expect(shown()).toBe('refused: 1');
  paste();
  expect(shown()).toBe('refused: 1');
  paste(file('noche.mp4', 'video/mp4'));
  expect(shown()).toBe('refused: 0');
  expect(refusals).toBe(1);
});
