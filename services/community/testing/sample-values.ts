import { randomInt, randomUUID } from 'node:crypto';

/** Values by the names of fields, for samples of events and of jobs: of ids, that nobody has. */

const newTribeId = (): number => randomInt(1_000_000, 2_000_000_000);

export const sampleNumber = (field: string): number => (field === 'tribeId' ? newTribeId() : 2);

const someTime = '2999-01-01T00:00:00.000Z';

/** `format` as JSON schema names it, where the field declares one. */
export function sampleText(field: string, format = ''): string {
  if (format === 'uuid') return randomUUID();
  if (format === 'date-time') return someTime;
  if (field === 'id' || field.endsWith('Id') || field.endsWith('Ids')) return randomUUID();
  if (field === 'until' || field.endsWith('At')) return someTime;
  if (field === 'email' || field === 'from' || field === 'to') return `${randomUUID()}@tribus.test`;
  if (field === 'collection') return `tribe:${newTribeId()}`;
  // What changed, as the audit log keeps it.
  return field === 'before' || field === 'after' ? '{}' : 'text';
}

/**
 * Records with the usual values of all other fields: one for each pair of values of two fields that have a choice; for each
 * value where one field alone has one, and a single one where none has.
 */
export function inPairs(
  choices: Readonly<Record<string, readonly unknown[]>>,
  usual: () => Record<string, unknown>,
): Record<string, unknown>[] {
  const values = Object.entries(choices).flatMap(([field, all]) => all.map((value) => ({ field, value })));
  const pairs = values.flatMap((one, index) =>
    values
      .slice(index + 1)
      .filter(({ field }) => field !== one.field)
      .map((other) => ({ ...usual(), [one.field]: one.value, [other.field]: other.value })),
  );
  const singles = values.map(({ field, value }) => ({ ...usual(), [field]: value }));
  return pairs.length > 0 ? pairs : singles.length > 0 ? singles : [usual()];
}
