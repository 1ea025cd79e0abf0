import { type Actor, userActor } from '@tribus/kit/runtime/actor.ts';

let serial = 0;

/** Different at every call. */
export const unique = (what: string): string => `${what}-${++serial}`;

/** A user with an open session. */
export const person = (name = unique('persona')): Actor => userActor(name, { sessionId: `session-of-${name}` });

export const admin: Actor = userActor('admin', { role: 'admin' });
