import type { Language } from '@tribus/kit/core/language.ts';
import type { AuditLogEntry } from './store/audit.ts';

/** How many entries one file holds at most. */
export const fileMax = 50_000;

/** The last row of a file that does not hold all. */
const cutShort: Record<Language, string> = {
  es: `Hay más: este archivo termina tras ${fileMax} entradas. Acota las fechas para ver el resto.`,
  en: `There are more: this file ends after ${fileMax} entries. Narrow the dates to see the others.`,
  zh: `还有更多：此文件仅包含 ${fileMax} 条记录。请缩小日期范围以查看其余部分。`,
};

/** The rows of a file of the audit log; where there are more entries than it may hold, the last row says so. */
export async function* auditRows(entries: AsyncIterable<AuditLogEntry>, language: Language) {
  let count = 0;
  for await (const { createdAt, before, after, ...entry } of entries) {
    count += 1;
    if (count > fileMax) {
      yield { time: cutShort[language] };
      return;
    }
    yield { ...entry, time: createdAt.toISOString(), before: JSON.stringify(before), after: JSON.stringify(after) };
  }
}
