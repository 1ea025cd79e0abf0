import { join } from 'node:path';
import { homininiId } from '@tribus/community/limits.ts';
import { type FormFields, form, unique } from '@tribus/community/testing/factories.ts';
import { IdentityStub } from '@tribus/community/testing/identity-stub.ts';
import { MediaStub } from '@tribus/community/testing/media-stub.ts';
import { TribesStub } from '@tribus/community/testing/tribes-stub.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import type { TimeLimits } from '@tribus/kit/core/time-limits.ts';
import type { EventType } from '@tribus/kit/events/events.ts';
import { openPostgres, type Postgres } from '@tribus/kit/postgres/postgres.ts';
import { openServiceBench } from '@tribus/kit/testing/bench.ts';
import { jobsDone, runScheduled } from '@tribus/kit/testing/jobs.ts';
import { TestClock, type TestResponse } from '@tribus/kit/testing/service.ts';
import {
  AuditRecorded,
  CaseClosed,
  CaseDecided,
  CaseQueueChanged,
  CommentAdded,
  CommentDeleted,
  ContentHidden,
  ContentShown,
  PostAnnounced,
  PostDeleted,
  PostEdited,
  PostPublished,
  PostVideoChanged,
  ReactionChanged,
  ReportResolved,
  SiteCaseQueueChanged,
  TribeMediaHidden,
} from '@tribus/proto/content/v1/events.ts';
import { ContentServiceService } from '@tribus/proto/content/v1/service.ts';
import { contentWith } from '../src/service.ts';
import type { ContentDb } from '../src/store/tables.ts';
import { MessagingStub } from './messaging-stub.ts';

export const unknownId = '00000000-0000-7000-8000-000000000000';
const events = [
  AuditRecorded,
  PostPublished,
  PostVideoChanged,
  PostEdited,
  PostAnnounced,
  PostDeleted,
  CommentAdded,
  CommentDeleted,
  ReactionChanged,
  ContentHidden,
  ContentShown,
  CaseDecided,
  CaseClosed,
  CaseQueueChanged,
  ReportResolved,
  SiteCaseQueueChanged,
  TribeMediaHidden,
];

/** Retry interval for media calls, shorter than in production. */
const retryMs = 100;

export type Bench = Awaited<ReturnType<typeof openBench>>;

function newPeers(clock: TestClock) {
  // Users named `nuevo…` have just registered.
  const createdAtOf = (id: string) => (id.startsWith('nuevo') ? clock.now().toISOString() : '2020-01-01T00:00:00.000Z');
  const tribes = new TribesStub();
  tribes.addTribe({ id: homininiId, name: 'hominini', isHominini: true, membersCount: 7, tags: ['todos'] });
  return {
    identity: new IdentityStub((id) => ({
      avatarUrl: `/api/proxy-media?key=retrato-${id}`,
      createdAt: createdAtOf(id),
    })),
    tribes,
    media: new MediaStub(),
    messaging: new MessagingStub(),
  };
}

interface BenchOptions {
  /** Cache time of users, memberships, blocks and follows. */
  cacheTtlMs?: number;
  /** As in `openServiceBench`. */
  latePostgres?: boolean;
  /** As in `openServiceBench`. */
  timeLimits?: Partial<TimeLimits>;
}

/** Content with real stores, and stubs of its peers. */
export async function openBench({ cacheTtlMs, latePostgres = false, timeLimits = {} }: BenchOptions = {}) {
  const clock = new TestClock();
  const peers = newPeers(clock);
  const service = contentWith({ retryMs, cacheTtlMs });
  const bench = await openServiceBench(service, { peers, events, clock, latePostgres, timeLimits });
  let database: Promise<Postgres<ContentDb>> | undefined;
  /** A separate connection to the service's database. */
  const db = async () => {
    const migrations = join(import.meta.dirname, '../migrations');
    database ??= openPostgres<ContentDb>(bench.peer, { url: bench.stores.env.POSTGRES_URL ?? '', migrations });
    return (await database).db;
  };
  return {
    ...bench,
    ...peers,
    clock,
    rpc: bench.rpc(ContentServiceService),
    /** Publishes a post ten minutes after the last one, and returns the response. */
    async publishPost(
      author: Actor,
      tribeId: number,
      fields: FormFields = { content: unique('texto') },
      images = 0,
    ): Promise<TestResponse['body']> {
      clock.advance(10 * 60 * 1000);
      const { status, body } = await bench.service.as(author).post(`/tribes/${tribeId}/posts`, form(fields, images));
      if (status !== 201) throw new Error(`not published: ${JSON.stringify(body)}`);
      return body;
    },
    db,
    /** Runs a scheduled job and waits until it is done. */
    runJob: async (name: string): Promise<void> => runScheduled(await db(), name),
    /** Resolves when no job is waiting or running. */
    jobsDone: async (): Promise<void> => jobsDone(await db()),
    /** All emitted events of a type about a tribe. */
    eventsOf: async <P extends { tribeId: number }>(type: EventType<P>, tribeId: number): Promise<P[]> =>
      (await bench.events(type)).filter((event) => event.tribeId === tribeId),
  };
}
