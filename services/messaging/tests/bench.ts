import { IdentityStub } from '@tribus/community/testing/identity-stub.ts';
import { openServiceBench } from '@tribus/kit/testing/bench.ts';
import { TestClock } from '@tribus/kit/testing/service.ts';
import { until } from '@tribus/kit/testing/until.ts';
import {
  ChatModerated,
  ChatPosted,
  MessageModerated,
  MessageSent,
  NotificationRaised,
  SlowModeChanged,
} from '@tribus/proto/messaging/v1/events.ts';
import { MessagingServiceService } from '@tribus/proto/messaging/v1/service.ts';
import { messaging } from '../src/service.ts';
import { ContentStub } from './content-stub.ts';
import { HeldTribesStub } from './held-tribes-stub.ts';

export type Bench = Awaited<ReturnType<typeof openBench>>;

/** Messaging over real stores, with stubs of its peers. */
export async function openBench(env: Record<string, string> = {}) {
  // The database expires documents by the machine's time.
  const clock = new TestClock(new Date());
  const peers = { identity: new IdentityStub(), tribes: new HeldTribesStub(), content: new ContentStub() };
  const events = [ChatPosted, ChatModerated, MessageSent, MessageModerated, NotificationRaised, SlowModeChanged];
  const bench = await openServiceBench(messaging, { peers, events, env, clock });
  /** The service consumes its own messages like any other event, and only these in this stream. */
  const notifiedSoFar = async () => {
    const processed = await bench.service.metrics.registry.getSingleMetric('consumer_processed_total')?.get();
    return processed?.values.find(({ labels }) => labels.consumer === 'messaging/messaging')?.value ?? 0;
  };
  return {
    ...bench,
    ...peers,
    clock,
    rpc: bench.rpc(MessagingServiceService),
    /** Resolves when the recipients of all sent messages have been notified. */
    async notified(): Promise<void> {
      const sent = (await bench.events(MessageSent)).length;
      await until(async () => (await notifiedSoFar()) >= sent, 'all messages are announced');
    },
  };
}
