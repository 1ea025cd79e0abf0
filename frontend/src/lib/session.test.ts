/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { lucia } from '../../testing/people.ts';
import { consumeRememberedPath, rememberPath, rememberPathAcrossTabs, session } from './session.ts';

beforeEach(() => {
  session.end();
  localStorage.clear();
  sessionStorage.clear();
});

test('a session is stored on the device and deleted with everything stored for it', () => {
  session.start('t1', lucia);
  expect(localStorage.getItem('token')).toBe('t1');
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ id: 'u1' });
  session.end();
  expect(localStorage.length).toBe(0);
  expect(session.get()).toEqual({ token: null, user: null, ended: null, startedElsewhere: false });
});

test('signing in keeps the person’s own drafts on this device, and deletes those of others', () => {
  const drafts = { 'draft:u1:chat:7': 'mío', 'draft:u10:chat:7': 'de otra', 'draft:visitor:contact': 'de una visita' };
  for (const storage of [localStorage, sessionStorage])
    for (const [key, text] of Object.entries(drafts)) storage.setItem(key, text);
  session.start('t1', lucia);
  for (const storage of [localStorage, sessionStorage])
    expect(Object.keys(storage).filter((key) => key.startsWith('draft:'))).toEqual(['draft:u1:chat:7']);
});

test('a fresh user object is merged into the stored one', () => {
  session.start('t1', lucia);
  session.merge({ id: 'u1', name: 'Lucía Ferrer' });
  expect(session.get().user).toMatchObject({ id: 'u1', name: 'Lucía Ferrer', email: 'lucia@tribus.test' });
});

test('a user object of a person who signed out is not merged into the session of the next person', () => {
  session.start('t1', lucia);
  session.end();
  session.start('t2', { ...lucia, id: 'u2', name: 'Bruno' });
  session.merge({ ...lucia, avatarUrl: 'emoji:🦊' });
  expect(session.get()).toMatchObject({ token: 't2', user: { id: 'u2', name: 'Bruno', avatarUrl: lucia.avatarUrl } });
});

test('a user object is not merged when no one is signed in', () => {
  session.merge({ id: 'u1', name: 'Nadie' });
  expect(session.get().user).toBeNull();
});

test('a tab follows another tab that signs in or out', () => {
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

test('an invalid stored user is ignored', () => {
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
  ['/reset-password?token=x', '/tools/tribes'],
  ['/verify-email?token=x', '/verify-email?token=x'],
  ['/auth/callback?token=x', '/tools/tribes'],
  ['//elsewhere.test', '/tools/tribes'],
  ['/\\elsewhere.test', '/tools/tribes'],
  ['/\t/elsewhere.test', '/tools/tribes'],
  ['javascript:alert(1)', '/tools/tribes'],
  ['https://elsewhere.test', '/tools/tribes'],
])('after login, the remembered path %s leads to %s', (remembered, path) => {
  rememberPath(remembered);
  expect(consumeRememberedPath()).toBe(path);
  expect(consumeRememberedPath()).toBe('/tools/tribes');
});

test('the welcome, where the session of a newcomer expires, does not replace the page to which it leads', () => {
  rememberPath('/invite/abc');
  rememberPath('/welcome?step=tribes');
  expect(consumeRememberedPath()).toBe('/invite/abc');
  rememberPath('/welcome');
  expect(consumeRememberedPath()).toBe('/welcome');
});

test('a path waits an hour for the tab that a mail opens', () => {
  const now = Date.now();
  for (const [minutes, path] of [
    [59, '/post/p1?tribe=38'],
    [61, '/tools/tribes'],
  ] as const) {
    rememberPath('/post/p1?tribe=38');
    rememberPathAcrossTabs(now);
    sessionStorage.clear();
    expect(consumeRememberedPath('/tools/tribes', now + minutes * 60_000)).toBe(path);
    expect(consumeRememberedPath('/tools/tribes', now)).toBe('/tools/tribes');
  }
});
