import { expect, test } from '@jest/globals';
import { auditRows, fileMax } from './audit-rows.ts';
import type { AuditLogEntry } from './store/audit.ts';

const entry: AuditLogEntry = {
  id: '0199a000-0000-7000-8000-000000000001',
  createdAt: new Date('2026-01-01T00:00:00.000Z'),
  service: 'identity',
  action: 'login_failed',
  actorKind: 'service',
  actorId: 'test',
  actorName: '',
  targetType: 'user',
  targetId: 'u1',
  targetName: '',
  before: {},
  after: {},
  addressMark: '',
  requestId: '',
};

async function rowsOf(count: number): Promise<object[]> {
  async function* entries() {
    for (let each = 0; each < count; each += 1) yield entry;
  }
  const rows: object[] = [];
  for await (const row of auditRows(entries(), 'es')) rows.push(row);
  return rows;
}

test('a complete file ends with its last entry', async () => {
  const rows = await rowsOf(fileMax);
  expect(rows).toHaveLength(fileMax);
  expect(rows.at(-1)).toMatchObject({ action: 'login_failed', time: '2026-01-01T00:00:00.000Z' });
});

test('a truncated file ends with a row that says so', async () => {
  const rows = await rowsOf(fileMax + 2);
  expect(rows).toHaveLength(fileMax + 1);
  expect(rows.at(-1)).toEqual({ time: expect.stringMatching(/^Hay más: este archivo termina tras 50000 entradas/) });
});
