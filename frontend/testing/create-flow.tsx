import { expect } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CreateModal } from '../src/app/create-modal.tsx';
import { forgetDrafts } from '../src/lib/drafts.ts';
import { session } from '../src/lib/session.ts';
import { useOverlayHistory } from '../src/ui/overlay-history.ts';
import { Toaster } from '../src/ui/toast.tsx';
import './blob-bytes.ts';
import { lucia } from './people.ts';
import { renderApp } from './render.tsx';
import { forgetRequests, stubResponse } from './server.ts';
import { recordUploads, restoreUploads } from './uploads.ts';

/** Before each test of the create flow: a person without drafts. */
export function beginCreating(): void {
  Object.assign(URL, { createObjectURL: () => 'blob:chosen', revokeObjectURL: () => undefined });
  forgetRequests();
  localStorage.clear();
  forgetDrafts();
  recordUploads();
  session.start('t', lucia);
}

export function endCreating(): void {
  restoreUploads();
  session.end();
}

const tribe = { id: 7, name: 'Hilos', normalizedName: 'hilos', imageUrl: null };
export const picture = () => new File(['pixels'], 'mar.png', { type: 'image/png' });
export const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

function Overlays() {
  useOverlayHistory();
  return null;
}

/** Presses a button that leads to another step, and waits for it. */
export async function pressStep(name: string | RegExp): Promise<void> {
  const current = () => document.querySelector('[aria-current="step"]')?.textContent;
  const before = current();
  await press(name);
  await waitFor(() => expect(current()).not.toBe(before));
}

/** Opens the flow for a post in a tribe; returns a function that closes it. */
export async function openPost(path = '/create?type=post&tribe=7'): Promise<() => void> {
  stubResponse('GET tribes/@me/memberships', {
    body: { items: [{ tribeId: 7, tribe, status: 'active', role: 'member' }] },
  });
  stubResponse('GET tribes/7/config', { body: { levels: [], reached: 1 } });
  stubResponse('GET tribes/7', {
    body: { id: 7, canModerate: false, membership: { status: 'active', levelOrder: 1 } },
  });
  const { unmount } = await renderApp(
    <>
      <CreateModal />
      <Toaster />
      <Overlays />
    </>,
    { path, browserHistory: true },
  );
  return unmount;
}

export const addPictures = async (...files: File[]) =>
  userEvent.upload(await screen.findByLabelText('Añadir imágenes', { selector: 'input' }), files);

export const addVideo = async (name: string) =>
  userEvent.upload(await screen.findByLabelText('Añadir videos', { selector: 'input' }), [
    new File(['x'], name, { type: 'video/webm' }),
  ]);

export const write = async (text: string) => {
  const field = await screen.findByRole('textbox', { name: 'Texto' });
  fireEvent.change(field, { target: { value: text } });
};

/** The texts of the stored drafts. */
export const stored = () =>
  Object.entries(localStorage)
    .filter(([key]) => key.startsWith('draft:'))
    .map(([, text]) => JSON.parse(text).content);

/** Opens the flow and begins two drafts, "Uno" and "Dos"; the second is open at its details. */
export async function openTwoDrafts(): Promise<void> {
  await openPost();
  await pressStep('Continuar');
  await write('Uno');
  await pressStep('Atrás');
  await press('Empezar otro');
  await pressStep('Continuar');
  await write('Dos');
}
