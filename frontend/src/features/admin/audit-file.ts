import { urlOf } from '../../lib/http.ts';
import { saveFile } from '../../lib/save-file.ts';
import type { AuditFilter } from './api.ts';

/** Saves the filtered entries as a file. */
export const downloadAudit = (filter: AuditFilter): Promise<void> =>
  saveFile(urlOf('/admin/audit.csv', { query: filter }), 'audit.csv');
