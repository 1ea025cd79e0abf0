import type { Actor } from '@tribus/kit/core/actor.ts';
import type { Passkey, SignInEntry } from '../api/security.ts';
import type { Session as SessionAnswer } from '../api.ts';
import { describeDevice } from './devices.ts';
import { compareNetworks } from './networks.ts';
import type { PasskeyRow } from './store/passkeys.ts';
import type { Session } from './store/sessions.ts';
import type { SignInRecord } from './store/sign-ins.ts';

/** An entry of the actor's own history; `here` is the mark of the requesting network. */
export const presentSignIn = (
  { id, createdAt, userAgent, network, way, outcome }: SignInRecord,
  currentMark: string | null,
): SignInEntry => ({
  id,
  createdAt: createdAt.toISOString(),
  device: describeDevice(userAgent),
  network: compareNetworks(network, currentMark),
  way,
  outcome,
});

/** One of the actor's own sessions; `here` as above. */
export const presentSession = (
  { id, userAgent, createdAt, lastSeenAt, expiresAt, network }: Session,
  actor: Actor,
  currentMark: string | null,
): SessionAnswer => ({
  id,
  userAgent,
  device: describeDevice(userAgent),
  network: compareNetworks(network, currentMark),
  createdAt: createdAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  current: id === actor.sessionId,
});

export const presentPasskey = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
