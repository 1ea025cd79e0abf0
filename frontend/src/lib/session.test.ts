/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { lucia } from '../../testing/people.ts';
import { rememberPath, session, takeRememberedPath } from './session.ts';

beforeEach(() => {
  session.end();
  localStorage.clear();
  sessionStorage.clear();
});

test('a session is kept on the device and forgotten with everything it kept', () => {
  session.start('t1', lucia);
  expect(localStorage.getItem('token')).toBe('t1');
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ id: 'u1' });
  session.end();
  expect(localStorage.length).toBe(0);
  expect(session.get()).toEqual({ token: null, user: null, ended: null });
});

test('a fresh user object is merged into the kept one', () => {
  session.start('t1', lucia);
  session.merge({ name: 'Lucía Ferrer' });
  expect(session.get().user).toMatchObject({ id: 'u1', name: 'Lucía Ferrer', email: 'lucia@tribus.test' });
});

test('nothing is merged when nobody is signed in', () => {
  session.merge({ name: 'Nadie' });
  expect(session.get().user).toBeNull();
});

test('another tab signing in or out is followed', () => {
  const stop = session.followOtherTabs();
  localStorage.setItem('authToken', 't2');
  localStorage.setItem('user', JSON.stringify(lucia));
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  expect(session.get()).toMatchObject({ token: 't2', user: { id: 'u1' } });
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(session.get().token).toBeNull();
  stop();
});

test('a broken user in storage is as good as none', () => {
  const stop = session.followOtherTabs();
  localStorage.setItem('token', 't3');
  localStorage.setItem('user', '{broken');
  window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
  expect(session.get()).toMatchObject({ token: 't3', user: null });
  stop();
});

test.each([
  ['/tools/tribes/38?panels=1', '/tools/tribes/38?panels=1'],
  ['/login', '/tools/tribes'],
  ['/register?from=x', '/tools/tribes'],
  ['//elsewhere.test', '/tools/tribes'],
  ['https://elsewhere.test', '/tools/tribes'],
])('after login, the remembered path %s leads to %s', (remembered, path) => {
  rememberPath(remembered);
  expect(takeRememberedPath()).toBe(path);
  expect(takeRememberedPath()).toBe('/tools/tribes');
});
