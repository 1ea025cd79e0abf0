import type { Language } from '@tribus/kit/core/language.ts';
import type { AuditLogEntry } from './store/audit.ts';

/** Maximum number of entries in one file. */
export const fileMax = 50_000;

/** Last row of a truncated file. */
const truncatedNote: Record<Language, string> = {
  es: `Hay más: este archivo termina tras ${fileMax} entradas. Acota las fechas para ver el resto.`,
  en: `There are more: this file ends after ${fileMax} entries. Narrow the dates to see the others.`,
  zh: `还有更多：此文件仅包含 ${fileMax} 条记录。请缩小日期范围以查看其余部分。`,
};

/** Yields the rows of an exported audit log; beyond `fileMax` entries the last row says that the file is truncated. */
export async function* auditRows(entries: AsyncIterable<AuditLogEntry>, language: Language) {
  let count = 0;
  for await (const { createdAt, before, after, ...entry } of entries) {
    count += 1;
    if (count > fileMax) {
      yield { time: truncatedNote[language] };
      return;
    }
    yield { ...entry, time: createdAt.toISOString(), before: JSON.stringify(before), after: JSON.stringify(after) };
  }
}
