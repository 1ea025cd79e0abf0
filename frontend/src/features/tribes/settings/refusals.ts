import { ApiError, messageOf } from '../../../lib/http.ts';

/** Of refusals that name no field: the field they are about. */
const fieldOfCode: Record<string, string> = {
  name_taken: 'name',
  name_unusable: 'name',
  name_mixes_scripts: 'name',
  name_mismatch: 'typedName',
  new_owner_no_member: 'userId',
  new_owner_tribe_limit: 'userId',
};

/** What the service said against a field of what was sent; undefined when it said nothing against it. */
export function problemAt(refusal: unknown, field: string): string | undefined {
  if (!(refusal instanceof ApiError)) return undefined;
  if (fieldOfCode[refusal.code] === field) return refusal.message;
  return refusal.details.find(({ path }) => path.split('.')[0] === field)?.message;
}

/** Why it was refused, unless that stands at one of the fields. */
export function problemBeside(refusal: unknown, fields: readonly string[], otherwise: string): string | undefined {
  if (!refusal || fields.some((field) => problemAt(refusal, field))) return undefined;
  return messageOf(refusal, otherwise);
}
