import { ApiError, messageOf } from '../../../lib/http.ts';

/** The field of each error code that names none. */
const fieldOfCode: Record<string, string> = {
  name_taken: 'name',
  name_unusable: 'name',
  name_mixes_scripts: 'name',
  name_mismatch: 'typedName',
  new_owner_no_member: 'userId',
  new_owner_restricted: 'userId',
  new_owner_tribe_limit: 'userId',
};

/** Returns the service's error of a field; undefined without one. */
export function fieldError(refusal: unknown, field: string): string | undefined {
  if (!(refusal instanceof ApiError)) return undefined;
  if (fieldOfCode[refusal.code] === field) return refusal.message;
  return refusal.details.find(({ path }) => path.split('.')[0] === field)?.message;
}

/** Returns the reason of the refusal, unless it is shown at one of the fields. */
export function otherError(refusal: unknown, fields: readonly string[], otherwise: string): string | undefined {
  if (!refusal || fields.some((field) => fieldError(refusal, field))) return undefined;
  return messageOf(refusal, otherwise);
}
