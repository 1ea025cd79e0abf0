import { describe, expect, test } from '@jest/globals';
import { MongoServerError } from 'mongodb';
import { pino } from 'pino';
import { ConnectionReport, explainFailure } from './connection-report.ts';

const unreachable = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });
const refused = Object.assign(new Error('password authentication failed for user "x"'), { code: '28P01' });
const minute = 60_000;

function openReport() {
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(`${JSON.parse(line).level} ${JSON.parse(line).reason}`) });
  let now = 0;
  return { lines, report: new ConnectionReport(log, 'postgres', () => now), pass: (ms: number) => (now += ms) };
}

test('an unreachable store is logged once, again after ten minutes, and when it recovers', () => {
  const { lines, report, pass } = openReport();
  for (let attempt = 0; attempt < 22; attempt += 1) {
    report.failed(unreachable);
    pass(minute / 2);
  }
  report.connected();
  report.connected();
  expect(lines).toEqual([`40 ${unreachable.message}`, `40 ${unreachable.message}`, '30 undefined']);
});

test('a store that refuses the password is logged as an error immediately, also after it was unreachable', () => {
  const { lines, report } = openReport();
  report.failed(unreachable);
  report.failed(refused);
  report.failed(refused);
  expect(lines).toEqual([`40 ${unreachable.message}`, `50 ${refused.message}`]);
});

test('a missing database is reported as such, not as a wrong password', () => {
  const lines: { level: number; msg: string }[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  const missing = Object.assign(new Error('database "tribes" does not exist'), { code: '3D000' });
  new ConnectionReport(log, 'postgres').failed(missing);
  expect(lines).toEqual([
    expect.objectContaining({
      level: 50,
      reason: missing.message,
      msg: 'a store has no database of that name; retrying',
    }),
  ]);
});

describe('the cause of a driver error is classified', () => {
  const wrapped = (error: Error) => new Error('Server selection timed out', { cause: error });
  const inTopology = (error: Error) =>
    Object.assign(new Error(''), { reason: { servers: new Map([['a', { error }]]) } });
  const tls = Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  const table: [string, unknown, string][] = [
    ['Postgres, password', refused, 'credentials'],
    ['Postgres, database', Object.assign(new Error('database "x" does not exist'), { code: '3D000' }), 'database'],
    ['Postgres, no TLS there', new Error('The server does not support SSL connections'), 'tls'],
    ['MongoDB, password', new MongoServerError({ code: 18, errmsg: 'Authentication failed.' }), 'credentials'],
    ['MongoDB, unreachable', wrapped(unreachable), 'unreachable'],
    ['MongoDB, TLS', inTopology(wrapped(tls)), 'tls'],
    ['Redis, password', new Error('WRONGPASS invalid username-password pair or user is disabled.'), 'credentials'],
    ['Redis, no password', new Error('NOAUTH Authentication required.'), 'credentials'],
    ['NATS, password', Object.assign(new Error('x'), { code: 'AUTHORIZATION_VIOLATION' }), 'credentials'],
    ['NATS, unreachable', Object.assign(new Error('CONNECTION_REFUSED'), { chainedError: unreachable }), 'unreachable'],
    ['S3, key', Object.assign(new Error('x'), { name: 'SignatureDoesNotMatch' }), 'credentials'],
    ['several addresses', new AggregateError([unreachable, unreachable]), 'unreachable'],
    ['not an error', 'closed', 'unreachable'],
  ];
  test.each(table)('%s', (_of, error, failure) => {
    expect(explainFailure(error).failure).toBe(failure);
  });
});
