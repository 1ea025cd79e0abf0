import { randomInt, randomUUID } from 'node:crypto';

/** Sample values by field name, for events and jobs. Ids are unused. */

const newTribeId = (): number => randomInt(1_000_000, 2_000_000_000);

export const sampleNumber = (field: string): number => (field === 'tribeId' ? newTribeId() : 2);

const someTime = '2999-01-01T00:00:00.000Z';

/** `format`: the JSON schema format of the field, if declared. */
export function sampleText(field: string, format = ''): string {
  if (format === 'uuid') return randomUUID();
  if (format === 'date-time') return someTime;
  if (field === 'id' || field.endsWith('Id') || field.endsWith('Ids')) return randomUUID();
  if (field === 'until' || field.endsWith('At')) return someTime;
  if (field === 'email' || field === 'from' || field === 'to') return `${randomUUID()}@tribus.test`;
  if (field === 'collection') return `tribe:${newTribeId()}`;
  // Audit states are JSON.
  return field === 'before' || field === 'after' ? '{}' : 'text';
}

/**
 * Returns records that cover each pair of values of two fields with choices, the values of a single such field, or one
 * record without any; other fields have usual values.
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
