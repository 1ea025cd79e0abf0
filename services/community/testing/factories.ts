import { type Actor, userActor } from '@tribus/kit/core/actor.ts';

let serial = 0;

/** Returns a name that is unique in this process. */
export const unique = (what: string): string => `${what}-${++serial}`;

/** A user with an open session. */
export const person = (name = unique('persona')): Actor => userActor(name, { sessionId: `session-of-${name}` });

export const admin: Actor = userActor('admin', { role: 'admin' });

export interface FormFields {
  [field: string]: string | string[] | undefined;
}

/** Builds a form as a browser does: the fields first, then `images` pictures of `bytes` bytes. */
export function form(fields: FormFields, images = 0, bytes = 10): FormData {
  const body = new FormData();
  for (const [name, value = []] of Object.entries(fields)) for (const each of [value].flat()) body.append(name, each);
  for (let index = 0; index < images; index++)
    body.append('images', new Blob([new Uint8Array(bytes)]), `foto-${index}.jpg`);
  return body;
}
