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

/** All event types, by name. */
export const eventTypes: ReadonlyMap<string, EventType<Fields>> = new Map(
  [agents, content, identity, media, messaging, tribes, vibes]
    .flatMap((module): unknown[] => Object.values(module))
    .filter(isEventType)
    .map((type) => [type.$type, type]),
);

/** The values of all enums; a message accepts only its own. */
const enumValues = new Set(
  [agentsTypes, auditTypes, contentTypes, gamificationTypes, identityTypes, mediaTypes, messagingTypes, tribesTypes]
    .flatMap((module): unknown[] => Object.values(module))
    .flatMap((value): unknown[] => (typeof value === 'object' && value !== null ? Object.values(value) : []))
    .filter((value) => typeof value === 'string'),
);

/** Messages nested in events, by field. */
const inner: Readonly<Record<string, Message>> = { entry: Entry };

/**
 * Returns events of a type about subjects that do not exist: every id is new, and every value of an enum or flag is
 * combined with every value of every other.
 */
export function samplesOf(type: Message): Fields[] {
  const defaults = decode(type, new Uint8Array());
  const choices = Object.entries(defaults).flatMap(([field, value]): [string, unknown[]][] => {
    if (typeof value === 'boolean') return [[field, [true, false]]];
    return isEnumValue(value) ? [[field, enumValuesOf(type, defaults, field)]] : [];
  });
  const chosen = Object.fromEntries(choices);
  const usual = () =>
    Object.fromEntries(
      Object.entries(defaults).map(([field, value]) => [field, chosen[field]?.at(-1) ?? usualValue(field, value)]),
    );
  const optional = Object.entries(defaults).filter(([, value]) => value === '' || value === 0);
  // Optional fields are also sampled empty.
  const without = optional.map(([field, value]) => ({ ...usual(), [field]: value }));
  return [...inPairs(chosen, usual), ...without];
}

/** Enum fields default to a value, text fields to an empty string. */
const isEnumValue = (value: unknown): boolean => typeof value === 'string' && value !== '';

function usualValue(field: string, value: unknown): unknown {
  if (value === '') return sampleText(field);
  if (typeof value === 'number') return sampleNumber(field);
  if (Array.isArray(value)) return [sampleText(field)];
  const message = inner[field];
  if (value !== undefined || !message) throw new Error(`no sample value for the field ${field}`);
  return samplesOf(message)[0];
}

const enumValuesOf = (type: Message, defaults: Fields, field: string): unknown[] =>
  [...enumValues].filter((candidate) => isValueOf(type, { ...defaults, [field]: candidate }, field));

/** Encoding fails or changes a value of another enum. */
function isValueOf(type: Message, fields: Fields, field: string): boolean {
  try {
    return decode(type, type.encode(fields).finish())[field] === fields[field];
  } catch {
    return false;
  }
}
