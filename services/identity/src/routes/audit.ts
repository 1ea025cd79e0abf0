import { Readable } from 'node:stream';
import { type Response, type Routes, siteAdmin } from '@tribus/kit/http/routes.ts';
import { sendStream } from '@tribus/kit/http/send-stream.ts';
import { AuditEntries, AuditFile, AuditFilterQuery, AuditQuery } from '../../api/audit.ts';
import { listAudit, readAudit } from '../audit.ts';
import { auditRows } from '../audit-rows.ts';
import type { Deps } from '../deps.ts';

const csv = 'text/csv; charset=utf-8';

export function auditRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/admin/audit',
    {
      guards: [siteAdmin],
      operationId: 'listAuditEntries',
      summary: 'The audit log',
      query: AuditQuery,
      answer: AuditEntries,
    },
    ({ query }) => listAudit(deps, query),
  );

  routes.get(
    '/admin/audit.csv',
    {
      guards: [siteAdmin],
      operationId: 'exportAudit',
      summary: 'The audit log as a file',
      query: AuditFilterQuery,
      answer: AuditFile,
      streams: 'text/csv',
    },
    async ({ actor, query, res }) => {
      await sendFile(res, auditRows(readAudit(deps, query), actor.language));
      return '';
    },
  );
}

async function sendFile(res: Response, rows: AsyncIterable<object>): Promise<void> {
  const { stringify } = await import('csv-stringify');
  const headers = {
    'content-type': csv,
    'content-disposition': 'attachment; filename="audit.csv"',
    'cache-control': 'no-store',
  };
  // Escapes cells that a spreadsheet would run as formulas; the byte order mark makes it read UTF-8.
  const writer = stringify({ header: true, bom: true, escape_formulas: true, columns });
  await sendStream(res, Readable.from(rows).compose(writer), { status: 200, headers });
}

const columns = [
  'time',
  'service',
  'action',
  'actorKind',
  'actorId',
  'actorName',
  'targetType',
  'targetId',
  'targetName',
  'before',
  'after',
  'addressMark',
  'requestId',
];
