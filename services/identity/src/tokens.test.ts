import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { expect, test } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { readSigningKeys, SessionTokens } from './tokens.ts';

const session = {
  id: 'session-1',
  userId: 'user-1',
  createdAt: new Date('2026-03-01T12:00:00.250Z'),
  expiresAt: new Date('2026-03-31T12:00:00.250Z'),
};

function newPem(namedCurve = 'P-256'): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve });
  return String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
}

test('a token is ES256 with the key’s id and contains exactly user, session and expiry', () => {
  const pem = newPem();
  const [key] = readSigningKeys(pem);
  const token = new SessionTokens(key).sign(session);
  const { header, payload } = jwt.verify(token, createPublicKey(pem), {
    complete: true,
    algorithms: ['ES256'],
    clockTimestamp: session.createdAt.getTime() / 1000,
  });
  expect(header).toEqual({ alg: 'ES256', typ: 'JWT', kid: key.id });
  expect(payload).toEqual({
    sub: 'user-1',
    sid: 'session-1',
    iat: 1_772_366_400,
    exp: 1_774_958_400,
    iss: 'tribus',
    aud: 'tribus',
    typ: 'session',
  });
});

test('the id of a key is its RFC 7638 thumbprint', () => {
  // The key pair of RFC 7515, appendix A.3; the thumbprint was computed by another program.
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
    y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
    d: 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI',
  };
  expect(readSigningKeys(pemOf(jwk))[0].id).toBe('oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U');
});

test('the first of several keys signs, and tokens of the previous one are still valid under its id', () => {
  const [before, next] = [newPem(), newPem()];
  const sign = (pems: string) => new SessionTokens(readSigningKeys(pems)[0]).sign(session);
  const [oldToken, newToken] = [sign(before), sign(`${next}${before}`)];
  const published = publicKeysOf(`${next}${before}`);
  for (const token of [oldToken, newToken]) {
    const kid = jwt.decode(token, { complete: true })?.header.kid ?? '';
    const key = published.get(kid);
    expect(key && jwt.verify(token, key, { algorithms: ['ES256'], ignoreExpiration: true })).toMatchObject({
      sid: 'session-1',
    });
  }
  expect(jwt.decode(oldToken, { complete: true })?.header.kid).not.toBe(
    jwt.decode(newToken, { complete: true })?.header.kid,
  );
});

test('anything but private keys on P-256 is rejected', () => {
  expect(() => readSigningKeys('')).toThrow();
  expect(() => readSigningKeys('not a key')).toThrow();
  expect(() => readSigningKeys(newPem('P-384'))).toThrow();
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  expect(() => readSigningKeys(String(rsa.export({ type: 'pkcs8', format: 'pem' })))).toThrow();
  expect(() => readSigningKeys(newPem() + newPem('P-384'))).toThrow();
});

/** The gateway's configuration: public keys under the same ids. */
function publicKeysOf(pems: string): Map<string, KeyObject> {
  return new Map(readSigningKeys(pems).map(({ id, key }) => [id, createPublicKey(key)]));
}

function pemOf(jwk: Record<string, string>): string {
  return String(createPrivateKey({ key: jwk, format: 'jwk' }).export({ type: 'pkcs8', format: 'pem' }));
}
