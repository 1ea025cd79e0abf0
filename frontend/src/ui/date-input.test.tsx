/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Link, useSearchParams } from 'react-router-dom';
import { renderApp } from '../../testing/render.tsx';
import { useChangeParams } from '../lib/address-params.ts';
import { DateInput } from './date-input.tsx';

/** A field of the address, which the router renders later than the change. */
function Period() {
  const [params] = useSearchParams();
  const changeParams = useChangeParams();
  return (
    <>
      <DateInput label="Desde" value={params.get('from') ?? ''} onChange={(day) => changeParams({ from: day })} />
      <Link to="?from=2023-01-01">Antes</Link>
    </>
  );
}

const field = () => screen.getByLabelText('Desde') as HTMLInputElement;
const day = () => new URLSearchParams(window.location.search).get('from');

/** As a browser reports a day while it is typed: empty or with a year of few digits until it is complete. */
function typeDay(...states: string[]): void {
  for (const value of states) {
    fireEvent.change(field(), { target: { value } });
    expect(field().value).toBe(value);
  }
}

test('a typed day is in the address once its year is complete, and stays in the field meanwhile', async () => {
  await renderApp(<Period />, { path: '/?from=2025-03-04', browserHistory: true });
  field().focus();
  typeDay('', '0002-03-04', '0020-03-04', '0202-03-04');
  expect(day()).toBe('2025-03-04');
  typeDay('2024-03-04');
  await waitFor(() => expect(day()).toBe('2024-03-04'));
  expect(document.activeElement).toBe(field());
});

test('a day that is emptied leaves the address with the focus', async () => {
  await renderApp(<Period />, { path: '/?from=2025-03-04', browserHistory: true });
  field().focus();
  typeDay('');
  expect(day()).toBe('2025-03-04');
  fireEvent.blur(field());
  await waitFor(() => expect(day()).toBeNull());
  expect(field().value).toBe('');
});

test('a day that is left half typed returns to that of the address, and a link shows its own day', async () => {
  await renderApp(<Period />, { path: '/?from=2025-03-04', browserHistory: true });
  field().focus();
  typeDay('0020-03-04');
  fireEvent.blur(field());
  expect(field().value).toBe('2025-03-04');
  field().focus();
  typeDay('2024-03-04');
  await waitFor(() => expect(day()).toBe('2024-03-04'));
  fireEvent.click(screen.getByText('Antes'));
  await waitFor(() => expect(field().value).toBe('2023-01-01'));
});
