/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { lucia } from '../../testing/people.ts';
import { renderApp } from '../../testing/render.tsx';
import { forgetRequests, stubResponse } from '../../testing/server.ts';
import { paths } from '../lib/paths.ts';
import { session } from '../lib/session.ts';
import { useTitle } from '../ui/page.tsx';
import { laterModals, laterScreens } from './later-screens.tsx';
import { firstScreens } from './router.tsx';

/** The title of each screen; of those that show something that does not exist, that of its absence. */
const expected: Record<string, string> = {
  [paths.home]: 'Inicio',
  [paths.login]: 'Qué bien que vuelves',
  [paths.register]: 'Hazte un hueco',
  [paths.about]: 'Quiénes somos',
  [paths.help]: 'Ayuda',
  [paths.privacy]: 'Privacidad',
  [paths.cookies]: 'Cookies',
  [paths.terms]: 'Términos de uso',
  [paths.dataDeletion]: 'Borrar tus datos',
  [paths.forgotPassword]: 'Recupera tu cuenta',
  [paths.resetPassword]: 'Elige una contraseña nueva',
  [paths.verifyEmail]: 'Tu correo',
  [paths.authCallback]: 'Entrar con Google',
  [paths.welcome()]: 'Bienvenida',
  [paths.hominini]: 'hominini',
  [paths.contact]: 'Contacto',
  [paths.blog]: 'Blog',
  [paths.blogPost(':slug')]: 'Artículo no encontrado',
  [paths.tools]: 'Herramientas',
  [paths.tasks]: 'Tus tareas',
  [paths.tribes]: 'Tribus',
  [paths.createTribe]: 'Crear una tribu',
  [paths.members]: 'Gente de tus tribus',
  [paths.following]: 'A quién sigues',
  [decodeURIComponent(paths.tag(':tag'))]: '#7',
  [decodeURIComponent(paths.place(':slug'))]: '7',
  [paths.safety]: 'Bloqueos y silencios',
  [paths.memberships]: 'Tus membresías',
  [paths.myPosts]: 'Tus publicaciones',
  [paths.tribePattern]: 'Aquí no hay nadie',
  [paths.invitePattern]: 'Invitaciones',
  [paths.search(':type')]: 'Explorar',
  [paths.points]: 'Tus puntos',
  [paths.admin]: 'Administración',
  [paths.audit]: 'Registro de auditoría',
  [paths.moderation]: 'Moderación',
  [paths.insight]: 'Cómo va Tribus',
  [paths.postStats]: 'Las publicaciones en números',
  [paths.decision(':id')]: 'Una decisión sobre algo tuyo',
  [paths.landingManager]: 'Portada',
  [paths.maintenanceSettings]: 'Acceso y mantenimiento',
  [paths.storageSettings]: 'Almacenamiento',
  [paths.emailSettings]: 'Correo',
  [paths.adsSettings]: 'Anuncios',
  [paths.account]: 'Seguridad',
  [paths.confirmEmail]: 'Correo nuevo',
  [paths.undoEmail]: 'Deshacer el cambio de correo',
  [paths.contactMessages]: 'Mensajes de contacto',
  [paths.vibes()]: 'Vibes',
  [paths.postPattern]: 'Publicación',
  [paths.clipPattern]: 'Clip',
  [paths.profile]: 'Perfil',
  [paths.user(':userId')]: 'Perfil',
  [paths.chat(':tribeId')]: 'Chat de la tribu',
  [paths.conversationPattern]: 'Conversación',
  [paths.editProfileModal]: 'Editar perfil',
  [paths.inboxModal]: 'Bandeja',
  [paths.activityModal]: 'Actividad',
  [paths.createModal()]: 'Crear',
};
/** They redirect to another screen. */
const redirects: string[] = [
  paths.shortTribe,
  paths.explore,
  `${paths.explore}/search`,
  paths.legacyVibes,
  paths.reelPattern,
];

const routes = [...firstScreens, ...laterScreens, ...laterModals].filter(({ path }) => !redirects.includes(path));

beforeEach(() => {
  forgetRequests();
  const admin = { ...lucia, role: 'admin' as const };
  session.start('t', admin);
  stubResponse('GET auth/me', { body: admin });
  document.title = '';
});

test.each(routes.map((route) => [route.path, route] as const))(
  'the screen %s has a title of its own',
  async (path, route) => {
    await route.preload();
    const Screen = route.loaded ?? route.Lazy;
    const address = path.replace(/\/:\w+\?/, '').replace(/:\w+/g, '7');
    const shown = await renderApp(
      <Routes>
        <Route path={path} element={<Screen />} />
        <Route path="*" element={null} />
      </Routes>,
      { path: `${address}?tribeId=7` },
    );
    await waitFor(() => expect(document.title).toBe(`${expected[path]} · Tribus`));
    shown.unmount();
  },
);

function Titled({ title, isOver }: { title: string; isOver?: boolean }) {
  useTitle(title, isOver);
  return null;
}

test('a modal over a screen has the title also when the screen loads later, and its end restores the other', async () => {
  const modal = <Titled key="modal" title="Bandeja" isOver />;
  const shown = await renderApp([<Titled key="screen" title="Cargando" />, modal]);
  expect(document.title).toBe('Bandeja · Tribus');
  shown.rerender([<Titled key="screen" title="Panaderos" />, modal]);
  expect(document.title).toBe('Bandeja · Tribus');
  shown.rerender(<Titled key="screen" title="Panaderos" />);
  expect(document.title).toBe('Panaderos · Tribus');
});
