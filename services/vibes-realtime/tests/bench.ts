import { unique } from '@tribus/community/testing/factories.ts';
import { IdentityStub } from '@tribus/community/testing/identity-stub.ts';
import { TribesStub } from '@tribus/community/testing/tribes-stub.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { openServiceBench } from '@tribus/kit/testing/bench.ts';
import { TestClock } from '@tribus/kit/testing/service.ts';
import { metric, until } from '@tribus/kit/testing/until.ts';
import { NotificationRaised } from '@tribus/proto/messaging/v1/events.ts';
import { VibeReacted } from '@tribus/proto/vibes/v1/events.ts';
import { VibesServiceService } from '@tribus/proto/vibes/v1/service.ts';
import { vibesRealtime, vibesRealtimeWith } from '../src/service.ts';
import { ContentStub } from './content-stub.ts';
import { type Listener, openStream, type ServerSentEvent } from './listener.ts';

export type Bench = Awaited<ReturnType<typeof openBench>>;

/** Vibes-realtime without a repeated check of open streams within a test: only events end them. */
export const withoutWatch = vibesRealtimeWith({ watchEveryMs: hourMs });

/** Vibes-realtime over real stores, with stubs of its peers; tribe 100 and hominini exist. */
export async function openBench(declared = vibesRealtime) {
  // The database expires documents by the machine's time.
  const clock = new TestClock(new Date());
  const tribes = new TribesStub();
  tribes.addTribe({ id: 100, name: 'Fogón' });
  tribes.addTribe({ id: 38, name: 'hominini', isHominini: true });
  const peers = { content: new ContentStub(tribes), identity: new IdentityStub(), tribes };
  const bench = await openServiceBench(declared, { peers, events: [VibeReacted], clock });
  const { service } = bench;
  const listeners: Listener[] = [];
  return {
    ...bench,
    ...peers,
    clock,
    rpc: bench.rpc(VibesServiceService),
    /** A new member of tribe 100. */
    addMember: (levelOrder = 1): Actor => tribes.addMember(100, { levelOrder }),
    /** Returns the number of open streams from the service's metrics. */
    async connections(): Promise<number> {
      return metric(await (await fetch(`${service.opsUrl}/metrics`)).text(), 'sse_connections');
    },
    /** Whether the log contains the line of the request with this id, written at the end of the response. */
    isLogged: (requestId: string): boolean =>
      service.logged.some((line) => line.includes(`"requestId":"${requestId}"`)),
    /**
     * Returns the events of a user's own stream up to a notification published now, whose audience does not depend on a
     * membership: all earlier events have arrived by then.
     */
    async receivedBy(listener: Listener, { id: userId }: Actor): Promise<ServerSentEvent[]> {
      const notificationId = unique('last');
      const last = NotificationRaised.fromPartial({ userId, notificationId, type: 'follow', audience: 'anyone' });
      await bench.publishOnly(NotificationRaised, last);
      const isLast = ({ data }: ServerSentEvent) => data?.notificationId === notificationId;
      await until(() => listener.events.some(isLast), 'the last notification arrived');
      return listener.events.filter((event) => !isLast(event));
    },
    /** Opens a stream below /api as the browser does; it is closed with the bench. */
    async listen(actor: Actor, path: string, headers?: Record<string, string>): Promise<Listener> {
      const listener = await openStream(service, actor, path, headers);
      listeners.push(listener);
      return listener;
    },
    async close() {
      for (const listener of listeners) listener.close();
      await bench.close();
    },
  };
}
