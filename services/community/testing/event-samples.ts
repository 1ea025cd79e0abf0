import type { EventType } from '@tribus/kit/events/events.ts';
import * as agents from '@tribus/proto/agents/v1/events.ts';
import * as agentsTypes from '@tribus/proto/agents/v1/types.ts';
import { Entry } from '@tribus/proto/audit/v1/entry.ts';
import * as auditTypes from '@tribus/proto/audit/v1/types.ts';
import * as content from '@tribus/proto/content/v1/events.ts';
import * as contentTypes from '@tribus/proto/content/v1/types.ts';
import * as gamificationTypes from '@tribus/proto/gamification/v1/types.ts';
import * as identity from '@tribus/proto/identity/v1/events.ts';
import * as identityTypes from '@tribus/proto/identity/v1/types.ts';
import * as media from '@tribus/proto/media/v1/events.ts';
import * as mediaTypes from '@tribus/proto/media/v1/types.ts';
import * as messaging from '@tribus/proto/messaging/v1/events.ts';
import * as messagingTypes from '@tribus/proto/messaging/v1/types.ts';
import * as tribes from '@tribus/proto/tribes/v1/events.ts';
import * as tribesTypes from '@tribus/proto/tribes/v1/types.ts';
import * as vibes from '@tribus/proto/vibes/v1/events.ts';
import { inPairs, sampleNumber, sampleText } from './sample-values.ts';

type Fields = Record<string, unknown>;

interface Message {
  encode(payload: object): { finish(): Uint8Array };
  decode(bytes: Uint8Array): object;
}

const decode = (type: Message, bytes: Uint8Array): Fields => Object.fromEntries(Object.entries(type.decode(bytes)));

const isEventType = (value: unknown): value is EventType<Fields> =>
  typeof value === 'object' && value !== null && '$type' in value && 'keyFields' in value;

/** Every type of event that there is, by its name. */
export const eventTypes: ReadonlyMap<string, EventType<Fields>> = new Map(
  [agents, content, identity, media, messaging, tribes, vibes]
    .flatMap((module): unknown[] => Object.values(module))
    .filter(isEventType)
    .map((type) => [type.$type, type]),
);

/** The values of all enums; what a field takes of them its message knows. */
const words = new Set(
  [agentsTypes, auditTypes, contentTypes, gamificationTypes, identityTypes, mediaTypes, messagingTypes, tribesTypes]
    .flatMap((module): unknown[] => Object.values(module))
    .flatMap((value): unknown[] => (typeof value === 'object' && value !== null ? Object.values(value) : []))
    .filter((value) => typeof value === 'string'),
);

/** Messages within events, by the fields that hold them. */
const inner: Readonly<Record<string, Message>> = { entry: Entry };

/**
 * Events of a type that are about nothing that exists: every id is new, and every enum and flag has each of its values
 * together with each value of every other.
 */
export function samplesOf(type: Message): Fields[] {
  const defaults = decode(type, new Uint8Array());
  const choices = Object.entries(defaults).flatMap(([field, value]): [string, unknown[]][] => {
    if (typeof value === 'boolean') return [[field, [true, false]]];
    return isWord(value) ? [[field, wordsOf(type, defaults, field)]] : [];
  });
  const chosen = Object.fromEntries(choices);
  const usual = () =>
    Object.fromEntries(
      Object.entries(defaults).map(([field, value]) => [field, chosen[field]?.at(-1) ?? usualValue(field, value)]),
    );
  const optional = Object.entries(defaults).filter(([, value]) => value === '' || value === 0);
  // What may be left out stays empty.
  const without = optional.map(([field, value]) => ({ ...usual(), [field]: value }));
  return [...inPairs(chosen, usual), ...without];
}

/** An enum has a word where a text has nothing. */
const isWord = (value: unknown): boolean => typeof value === 'string' && value !== '';

function usualValue(field: string, value: unknown): unknown {
  if (value === '') return sampleText(field);
  if (typeof value === 'number') return sampleNumber(field);
  if (Array.isArray(value)) return [sampleText(field)];
  const message = inner[field];
  if (value !== undefined || !message) throw new Error(`no sample is known of the field ${field}`);
  return samplesOf(message)[0];
}

const wordsOf = (type: Message, defaults: Fields, field: string): unknown[] =>
  [...words].filter((word) => isValueOf(type, { ...defaults, [field]: word }, field));

/** A message does not encode the word of another enum. */
function isValueOf(type: Message, fields: Fields, field: string): boolean {
  try {
    return decode(type, type.encode(fields).finish())[field] === fields[field];
  } catch {
    return false;
  }
}
