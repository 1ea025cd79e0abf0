/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { lucia } from '../../testing/people.ts';
import { forgetRequests, requests, stubResponse } from '../../testing/server.ts';
import { ApiError, http, messageOf, urlOf } from './http.ts';
import { session } from './session.ts';

const hello = { toUserId: 'u2', tribeId: 38, content: 'hola' };

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('the call did not fail as an ApiError');
  return error;
}

beforeEach(() => {
  forgetRequests();
  session.end();
});

test('a response body is returned as it is, an empty one as undefined', async () => {
  stubResponse('GET tribes', { body: { items: [1] } });
  stubResponse('DELETE notifications/n1', { status: 204 });
  expect(await http.get('/tribes')).toEqual({ items: [1] });
  expect(await http.delete('/notifications/{id}', { path: { id: 'n1' } })).toBeUndefined();
});

test('an error carries status, code, sentence, details and request id', async () => {
  const details = [{ path: 'name', message: 'Falta' }];
  stubResponse('POST tribes', { status: 400, body: { error: 'No vale', code: 'invalid', requestId: 'r1', details } });
  const error = await failureOf(http.post('/tribes', { body: { name: '' } }));
  expect(error).toMatchObject({ status: 400, code: 'invalid', message: 'No vale', requestId: 'r1', details });
  expect(messageOf(error, 'Error')).toBe('No vale');
});

test('a response that is not from the API is an unknown error, whose sentence the client chooses', async () => {
  stubResponse('GET tribes', { status: 502, body: 'Bad gateway' });
  const error = await failureOf(http.get('/tribes'));
  expect(error).toMatchObject({ status: 502, code: 'unknown', message: '' });
  expect(messageOf(error, 'Error')).toBe('Error');
});

test('a missing response is a network error', async () => {
  stubResponse('GET tribes', 'lost');
  expect(await failureOf(http.get('/tribes'))).toMatchObject({ status: 0, code: 'network' });
});

test('a post whose response was lost is retried once under the same idempotency key', async () => {
  let times = 0;
  stubResponse('POST messages', () => (++times === 1 ? 'lost' : { status: 201, body: { id: 'm1' } }));
  expect(await http.post('/messages', { body: hello })).toEqual({ id: 'm1' });
  const [first, second] = requests.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).toBe(first);
});

test('a refused post is not retried, and each post has a key of its own', async () => {
  stubResponse('POST messages', { status: 500 });
  await failureOf(http.post('/messages', { body: hello }));
  await failureOf(http.post('/messages', { body: hello }));
  const [first, second] = requests.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(requests).toHaveLength(2);
  expect(second).not.toBe(first);
});

test('query values are encoded, lists repeat their name, empty values are left out', () => {
  const query = { q: 'setas & más', tag: ['a', 'b'], cursor: null, page: 2, none: '' };
  expect(urlOf('/tribes', { query })).toBe('/api/tribes?q=setas+%26+m%C3%A1s&tag=a&tag=b&page=2');
});

test('path parameters are filled in and cannot change the path', () => {
  const path = { tribeId: 38, postId: '../../admin' };
  expect(urlOf('/tribes/{tribeId}/posts/{postId}', { path })).toBe('/api/tribes/38/posts/..%2F..%2Fadmin');
});

test('calls carry the token and the language, anonymous ones no token', async () => {
  session.start('secret', lucia);
  stubResponse('GET tribes', { body: {} });
  await http.get('/tribes');
  await http.get('/tribes', { anonymous: true });
  expect(requests[0]?.headers.get('Authorization')).toBe('Bearer secret');
  expect(requests[0]?.headers.get('Accept-Language')).toBe('es');
  expect(requests[1]?.headers.get('Authorization')).toBeNull();
});

test('an expired token ends the session once when several calls fail with it', async () => {
  session.start('dead', lucia);
  stubResponse('GET tribes', { status: 401, body: { error: 'Caducada', code: 'unauthenticated' } });
  let ends = 0;
  const stop = session.subscribe(() => {
    ends += 1;
  });
  await Promise.all([1, 2, 3].map(() => failureOf(http.get('/tribes'))));
  stop();
  expect(ends).toBe(1);
  expect(session.get()).toEqual({ token: null, user: null, ended: 'expired', startedElsewhere: false });
});

test('a late 401 of an old token leaves the new session alone', async () => {
  session.start('old', lucia);
  stubResponse('GET tribes', () => {
    session.start('new', lucia);
    return { status: 401 };
  });
  await failureOf(http.get('/tribes'));
  expect(session.get().token).toBe('new');
});

test('a wrong password does not end a session', async () => {
  stubResponse('POST auth/login', { status: 401, body: { error: 'Mal', code: 'wrong_credentials' } });
  await failureOf(http.post('/auth/login', { body: { email: 'a@b.es', password: 'mal' }, anonymous: true }));
  expect(session.get().ended).toBeNull();
});

test('an upload that was cancelled before it began is not sent', async () => {
  const cancel = new AbortController();
  cancel.abort();
  await expect(
    http.upload('/tribes/{tribeId}/posts', { path: { tribeId: 1 }, form: {}, signal: cancel.signal }),
  ).rejects.toMatchObject({
    name: 'AbortError',
  });
});

/** Calls that violate the contract and must not compile; never called. */
async function wrongCalls(): Promise<void> {
  // @ts-expect-error there is no such path
  await http.get('/tribe');
  // @ts-expect-error the path has no such method
  await http.put('/tribes');
  // @ts-expect-error the path has a parameter to be filled in
  await http.get('/tribes/{tribeId}');
  // @ts-expect-error the id of a tribe is a number
  await http.get('/tribes/{tribeId}', { path: { tribeId: '38' } });
  // @ts-expect-error the query has no such field
  await http.get('/tribes', { query: { search: 'setas' } });
  // @ts-expect-error a conversation is in a tribe
  await http.get('/messages/with/{userId}', { path: { userId: 'u2' } });
  // @ts-expect-error the body lacks what is written
  await http.post('/messages', { body: { toUserId: 'u2', tribeId: 38 } });
  // @ts-expect-error a reaction is one of a closed set
  await http.post('/tribes/{tribeId}/chat/{messageId}/reaction', { path: chatMessage, body: { type: 'love' } });
  // @ts-expect-error a picture is a file
  await http.upload('/tribes/{tribeId}/banner', { path: { tribeId: 38 }, form: { image: 'picture.png' } });
  const { items } = await http.get('/tribes');
  // @ts-expect-error a card of the directory names no members
  items[0]?.members.length;
}

const chatMessage = { tribeId: 38, messageId: 'm1' };

test('calls that violate the contract do not compile', () => {
  expect(wrongCalls).toBeDefined();
});
