/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { lucia } from '../../testing/people.ts';
import { renderApp } from '../../testing/render.tsx';
import { session } from '../lib/session.ts';
import { ToolsScreen } from './tools-screen.tsx';

const ofMembers = [
  'Tareas',
  'Tribus',
  'Gente de mis tribus',
  'A quién sigo',
  'Bloqueos y silencios',
  'Mis membresías',
  'Mis publicaciones',
  'Tus puntos',
  'Seguridad',
  'Ayuda',
  'Crear una tribu',
];
const ofAdmins = [
  'Administración',
  'Registro de auditoría',
  'Moderación',
  'Cómo va Tribus',
  'Portada',
  'Almacenamiento',
  'Correo',
  'Anuncios',
  'Acceso y mantenimiento',
  'Publicaciones en números',
  'Mensajes de contacto',
];

/** The names of the tiles in each list, in order. */
const tiles = () =>
  screen.getAllByRole('list').map((list) =>
    within(list)
      .getAllByRole('link')
      .map((link) => link.textContent),
  );

test('a member sees the tools of members in the specified order, and none of admins', async () => {
  session.start('t', lucia);
  await renderApp(<ToolsScreen />);
  await screen.findByRole('link', { name: 'Tareas' });
  expect(tiles()).toEqual([ofMembers]);
});

test('an admin sees the tools of admins first, and then those of members', async () => {
  session.start('t', { ...lucia, role: 'admin' });
  await renderApp(<ToolsScreen />);
  await screen.findByRole('link', { name: 'Tareas' });
  expect(tiles()).toEqual([ofAdmins, ofMembers]);
});
