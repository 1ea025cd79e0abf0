import { describe, expect, test } from '@jest/globals';
import { type Env, Environment } from '../core/config.ts';
import { readMongoUrl, readNatsUrl, readPostgresUrl, readRedisUrl, readS3Endpoint } from './store-addresses.ts';

describe('the address of a store with TLS', () => {
  const table: [(read: Environment) => string, Env, string][] = [
    [readPostgresUrl, { POSTGRES_URL: 'postgres://u:p@h:5432/d' }, 'postgres://u:p@h:5432/d'],
    [
      readPostgresUrl,
      { POSTGRES_URL: 'postgres://u:p@h/d?sslmode=disable&options=x', POSTGRES_TLS: 'on' },
      'postgres://u:p@h/d?options=x&sslmode=verify-full',
    ],
    [readMongoUrl, { MONGODB_URL: 'mongodb://a:1,b:2', MONGODB_TLS: 'on' }, 'mongodb://a:1,b:2/?tls=true'],
    [
      readMongoUrl,
      { MONGODB_URL: 'mongodb://u:p@a:1,b:2/d?replicaSet=rs0', MONGODB_TLS: 'on' },
      'mongodb://u:p@a:1,b:2/d?replicaSet=rs0&tls=true',
    ],
    [readRedisUrl, { REDIS_URL: 'redis://:p@h:6379/0', REDIS_TLS: 'on' }, 'rediss://:p@h:6379/0'],
    [readRedisUrl, { REDIS_URL: 'rediss://h', REDIS_TLS: 'on' }, 'rediss://h'],
    [readNatsUrl, { NATS_URL: 'nats://t@h:4222', NATS_TLS: 'on' }, 'tls://t@h:4222'],
    [readNatsUrl, { NATS_URL: 'tls://h' }, 'tls://h'],
    [readS3Endpoint, { S3_ENDPOINT: 'http://h:7070', S3_TLS: 'on' }, 'https://h:7070'],
    [readS3Endpoint, { S3_ENDPOINT: 'http://h:7070', S3_TLS: 'off' }, 'http://h:7070'],
  ];

  test.each(table)('%p of %p', (readAddress, variables, address) => {
    const env = new Environment(variables);
    expect([readAddress(env), env.problems]).toEqual([address, []]);
  });
});

test('a NATS password without a user is reported without showing it', () => {
  const env = new Environment({ NATS_URL: 'nats://:secret@h:4222' });
  readNatsUrl(env);
  expect(env.problems).toEqual([expect.stringContaining('NATS_URL has a password without a user')]);
  expect(env.problems.join()).not.toContain('secret');
});

test('an invalid address of a store is reported', () => {
  const env = new Environment({
    MONGODB_URL: 'http://h',
    NATS_URL: 'http://h',
    REDIS_TLS: 'yes',
    REDIS_URL: 'redis://h',
  });
  readMongoUrl(env);
  readNatsUrl(env);
  readRedisUrl(env);
  expect(env.problems).toEqual([
    expect.stringContaining('MONGODB_URL'),
    expect.stringContaining('NATS_URL'),
    expect.stringContaining('REDIS_TLS must be one of on, off'),
  ]);
});
