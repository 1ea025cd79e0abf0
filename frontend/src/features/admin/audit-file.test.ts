/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { lucia } from '../../../testing/people.ts';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import { downloadAudit } from './audit-file.ts';

const revoked: string[] = [];

beforeEach(() => {
  forgetRequests();
  revoked.length = 0;
  session.start('t1', { ...lucia, role: 'admin' });
  Object.assign(URL, { createObjectURL: () => 'blob:audit', revokeObjectURL: (url: string) => revoked.push(url) });
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  session.end();
});

test('the file is saved under its name, and its URL is revoked after the browser has read it', async () => {
  stubResponse('GET admin/audit.csv', { body: 'time,service' });
  const saved: string[][] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push([this.href, this.download]);
  });
  jest.useFakeTimers();
  await downloadAudit({ actor: 'ana' });
  expect(requests.map(({ path, headers }) => [path, headers.get('Authorization')])).toEqual([
    ['admin/audit.csv?actor=ana', 'Bearer t1'],
  ]);
  expect(saved).toEqual([['blob:audit', 'audit.csv']]);
  expect(revoked).toEqual([]);
  jest.runAllTimers();
  expect(revoked).toEqual(['blob:audit']);
});

test('a refusal has the server’s message, and an expired session ends', async () => {
  stubResponse('GET admin/audit.csv', { status: 403, body: { error: 'Solo para admins', code: 'forbidden' } });
  await expect(downloadAudit({})).rejects.toMatchObject({ message: 'Solo para admins', code: 'forbidden' });
  stubResponse('GET admin/audit.csv', { status: 401, body: { error: 'Entra', code: 'unauthenticated' } });
  await expect(downloadAudit({})).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(session.get().ended).toBe('expired');
});
