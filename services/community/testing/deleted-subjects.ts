import type { EventRecord } from '@tribus/kit/events/events.ts';
import type { Job } from '@tribus/kit/jobs/definition.ts';
import type { Service } from '@tribus/kit/service/service.ts';
import type { ServiceBench } from '@tribus/kit/testing/bench.ts';
import { runJobs } from '@tribus/kit/testing/declared-jobs.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { z } from 'zod';
import { eventTypes, samplesOf } from './event-samples.ts';
import type { IdentityStub } from './identity-stub.ts';
import { inPairs, sampleNumber, sampleText } from './sample-values.ts';

type Bench = Pick<ServiceBench, 'service' | 'record' | 'deliver' | 'publishOnly'> & {
  /** The identity stub, which reports every user in the events as deleted. */
  identity?: Pick<IdentityStub, 'deleted'>;
};

/** A user and a tribe that do not exist. */
export const deletedSubjects = (): Subjects => ({ userId: sampleText('userId'), tribeId: sampleNumber('tribeId') });

/** Outcome of delivering events about deleted subjects. */
interface Handled {
  /** Event types whose samples were all handled. */
  done: string[];
  /** Failures in the service's log. */
  failures: string[];
  redelivered: number;
  deadLetters: number;
}

/** The expected outcome: every declared handler handles its events at the first delivery. */
export const allDone = (service: Service): Handled => ({
  done: service.handledEvents().toSorted(),
  failures: [],
  redelivered: 0,
  deadLetters: 0,
});

interface Subjects {
  userId: string;
  tribeId: number;
}

/**
 * Delivers samples of every event type that the service handles, type by type, and waits until each is handled;
 * deletions of users and tribes come first. Stops at the first type with a failure. All samples have the user and tribe
 * of `about`, or else unique ones.
 */
export async function handleEventsOfDeleted(bench: Bench, service: Service, about?: Subjects): Promise<Handled> {
  const done: string[] = [];
  const handled = service.handledEvents();
  for (const name of [...handled.filter(isDeletion), ...handled.filter((each) => !isDeletion(each))]) {
    const type = eventTypes.get(name);
    if (!type) throw new Error(`${service.name} handles ${name}, which no contract declares`);
    const samples = samplesOf(type).map((sample) => (about ? withSubjects(sample, about) : sample));
    const texts = samples.flatMap((sample) => Object.values(sample)).filter((value) => typeof value === 'string');
    for (const id of texts) bench.identity?.deleted.add(id);
    const events = samples.map((sample) => bench.record(type, sample));
    await deliverAll(bench, name, events);
    if (failuresOf(bench).length > 0) break;
    done.push(name);
  }
  return {
    done: done.toSorted(),
    failures: failuresOf(bench),
    redelivered: await sumOf(bench, 'consumer_redelivered_total'),
    deadLetters: await sumOf(bench, 'dead_letters'),
  };
}

/** Publishes samples of all event types except `excludedEvents`, for bus listeners. */
export async function publishEventsOfDeleted(
  bench: Bench,
  about: Subjects,
  excludedEvents: readonly { $type: string }[],
): Promise<void> {
  for (const type of eventTypes.values()) {
    if (excludedEvents.some(({ $type }) => $type === type.$type)) continue;
    for (const sample of samplesOf(type)) await bench.publishOnly(type, withSubjects(sample, about));
  }
}

/** Log lines of failed listeners. */
export const listenerFailures = ({ service }: Pick<Bench, 'service'>): string[] =>
  service.logged.filter((line) => line.includes('"msg":"event listener failed; continuing"'));

const namesPerson = /^(user|\w+User|author|\w+Author|owner|person|followed|blocked|reporter|uploader|\w+By|actor)Id$/;

/** Replaces every user id and the tribe id of a sample. */
const withSubjects = (sample: Record<string, unknown>, { userId, tribeId }: Subjects): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(sample).map(([field, value]) => {
      if (field === 'tribeId' && value !== 0) return [field, tribeId];
      return [field, namesPerson.test(field) && value !== '' ? userId : value];
    }),
  );

const isDeletion = (name: string): boolean => /\.(User|Tribe)Deleted$/.test(name);

async function deliverAll(bench: Bench, name: string, events: readonly EventRecord[]): Promise<void> {
  const handledBefore = await sumOf(bench, 'consumer_processed_total');
  for (const event of events) await bench.deliver(event);
  const handled = async () => (await sumOf(bench, 'consumer_processed_total')) - handledBefore;
  await until(
    async () => (await handled()) >= events.length || failuresOf(bench).length > 0,
    `${events.length} events ${name} are handled`,
  );
}

/**
 * Runs every job that the service declares with payloads about subjects that do not exist, with each value of each
 * enum. Returns the failures by job name.
 */
export async function runJobsOfDeleted(
  { stores }: Pick<ServiceBench, 'stores'>,
  service: Service,
): Promise<Record<string, string>> {
  const jobs = service.declaredJobs();
  if (jobs.length === 0) throw new Error(`${service.name} declares no jobs`);
  const pending = jobs.flatMap((job) => payloadsOf(job).map((payload) => ({ job, payload })));
  return runJobs(stores.env.POSTGRES_URL, pending);
}

/** The subset of JSON schema that job payloads use. */
interface Shape {
  type?: string;
  format?: string;
  properties?: Record<string, Shape>;
  enum?: unknown[];
  items?: Shape;
}

function payloadsOf({ definition: { schema } }: Job): Record<string, unknown>[] {
  const { properties = {} }: Shape = JSON.parse(JSON.stringify(z.toJSONSchema(schema)));
  const fields = Object.entries(properties);
  const choices = Object.fromEntries(fields.flatMap(([field, shape]) => (shape.enum ? [[field, shape.enum]] : [])));
  const usual = () => Object.fromEntries(fields.map(([field, shape]) => [field, valueFor(field, shape)]));
  return inPairs(choices, usual).map((payload) => {
    schema.parse(payload);
    return payload;
  });
}

function valueFor(field: string, shape: Shape): unknown {
  if (shape.enum) return shape.enum[0];
  if (shape.type === 'string') return sampleText(field, shape.format);
  if (shape.type === 'integer') return sampleNumber(field);
  if (shape.type === 'array' && shape.items) return [valueFor(`${field}Id`, shape.items)];
  throw new Error(`no sample value for ${field}, ${JSON.stringify(shape)}`);
}

/** Excludes pauses for an unavailable store or peer, after which the event is handled. */
const failuresOf = ({ service }: Pick<Bench, 'service'>): string[] =>
  service.logged.filter((line) => /"msg":"(event failed; retrying later|event moved to dead letters)"/.test(line));

async function sumOf({ service }: Pick<Bench, 'service'>, name: string): Promise<number> {
  const { values } = (await service.metrics.registry.getSingleMetric(name)?.get()) ?? { values: [] };
  return values.reduce((sum, { value }) => sum + value, 0);
}
