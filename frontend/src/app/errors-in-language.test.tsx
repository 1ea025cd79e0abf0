/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { lucia } from '../../testing/people.ts';
import { renderApp } from '../../testing/render.tsx';
import { forgetRequests, stubResponse } from '../../testing/server.ts';
import { AppealForm } from '../features/account/appeal-form.tsx';
import { ChatPage } from '../features/chat/chat-page.tsx';
import type { LandingItem } from '../features/landing/api.ts';
import { SlideFile } from '../features/landing/slide-file.tsx';
import { useSlideUploads } from '../features/landing/use-slide-uploads.ts';
import { AvatarEditor } from '../features/profile/avatar-editor.tsx';
import { setLanguage } from '../lib/i18n.ts';
import { paths } from '../lib/paths.ts';
import { session } from '../lib/session.ts';

const chat = { items: [], nextBefore: null, canWrite: true, slowSeconds: 0, waitSeconds: 0, canSetSlowMode: false };
const tribe = { id: 7, name: 'Panaderos', imageUrl: null };
const membership = { tribeId: 7, tribe, role: 'member', status: 'active', levelOrder: 1 };
const slide = { id: 's1', mediaUrl: '' } as unknown as LandingItem;

function Slide() {
  const uploads = useSlideUploads(() => undefined);
  return <SlideFile item={slide} isSaved={false} uploads={uploads} onChange={() => undefined} />;
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

interface Failure {
  screen: ReactElement;
  path?: string;
  fail: () => Promise<void>;
  spanish: string;
  english: string;
}

const failures: Record<string, Failure> = {
  'a text that is too short': {
    screen: <AppealForm draft={['', () => undefined]} onSend={() => undefined} sending={false} error={null} />,
    fail: () => press('Pedir revisión'),
    spanish: 'Escribe al menos 10 caracteres',
    english: 'Write at least 10 characters',
  },
  'an avatar that could not be removed': {
    screen: <AvatarEditor me={{ ...lucia, avatarUrl: '/a.webp' }} />,
    fail: () => press('Quitar avatar'),
    spanish: 'Error eliminando avatar',
    english: 'The avatar could not be removed',
  },
  'a message that could not be sent': {
    screen: (
      <Routes>
        <Route path={paths.chat(':tribeId')} element={<ChatPage />} />
      </Routes>
    ),
    path: '/inbox/7',
    fail: async () => userEvent.type(await screen.findByLabelText('Escribe a la tribu'), 'Hola{Enter}'),
    spanish: 'No se pudo enviar',
    english: 'Could not be sent',
  },
  'a picture that is too large': {
    screen: <Slide />,
    fail: async () => {
      const file = new File([new Uint8Array(16 * 1024 * 1024)], 'a.png', { type: 'image/png' });
      await userEvent.upload(await screen.findByLabelText('Elegir imagen o video', { selector: 'input' }), file);
    },
    spanish: 'a.png: pesa demasiado. El máximo es 15 MB.',
    english: 'a.png: too large. The limit is 15 MB.',
  },
};

beforeEach(() => {
  forgetRequests();
  session.start('t', lucia);
  stubResponse('GET tribes/@me/memberships', { body: { items: [membership] } });
  stubResponse('GET tribes/7/chat', { body: chat });
});

test.each(Object.keys(failures))('the error about %s follows the language', async (name) => {
  const { screen: shown, path = '/', fail, spanish, english } = failures[name] as Failure;
  await renderApp(shown, { path });
  await fail();
  await screen.findByText(spanish);
  await act(() => setLanguage('en'));
  await screen.findByText(english);
  expect(screen.queryByText(spanish)).toBeNull();
});
