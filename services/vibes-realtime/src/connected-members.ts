import type { Context } from '@tribus/kit/core/context.ts';
import { startLoop } from '@tribus/kit/core/loop.ts';
import type { Bus } from '@tribus/kit/events/broker.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import { MemberJoined, MemberLeft } from '@tribus/proto/tribes/v1/events.ts';
import type { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import type { Streams } from './streams.ts';

const retryEveryMs = 3_000;
const maxConcurrent = 20;

/**
 * The tribes of the users with a stream of their own, so that an event of a tribe is checked for its members only and
 * not for every connected user. An index only: a user who is not looked up yet is a candidate for every tribe, and the
 * delivery gate decides. Memberships are looked up when a user connects, when they join or leave a tribe, and for all
 * users after the bus was disconnected, because events may have been missed.
 */
export class ConnectedMembers {
  readonly #tribes: Calls<TribesServiceService>;
  readonly #streams: Streams;
  readonly #tribesOf = new Map<string, readonly number[]>();
  readonly #members = new Map<number, Set<string>>();
  /** Users to be looked up; a new symbol invalidates the response of an earlier look-up. */
  readonly #pending = new Map<string, symbol>();
  readonly #wake: () => void;

  constructor(ctx: Context, tribes: Calls<TribesServiceService>, streams: Streams, bus: Bus) {
    this.#tribes = tribes;
    this.#streams = streams;
    const loop = startLoop(ctx, 'memberships of connected users', retryEveryMs, () => this.#lookUpPending());
    ctx.onStop('memberships of connected users', () => loop.stop());
    this.#wake = () => loop.wake();
    bus.onConnected(() => this.#schedule(streams.userIds()));
    for (const type of [MemberJoined, MemberLeft])
      bus.listen<{ userId: string }>(type, ({ userId }) => {
        // Also without an open stream: the user may reconnect before the unused entry is deleted.
        this.#delete(userId);
        if (streams.userIds().has(userId)) this.#schedule([userId]);
      });
  }

  /** Adds a user who has opened a stream of their own. */
  add(userId: string): void {
    if (!this.#tribesOf.has(userId)) this.#schedule([userId]);
  }

  /** Returns a superset of the connected members of a tribe. */
  candidates(tribeId: number): Set<string> {
    return new Set([...(this.#members.get(tribeId) ?? []), ...this.#pending.keys()]);
  }

  #schedule(userIds: Iterable<string>): void {
    for (const userId of userIds) this.#pending.set(userId, Symbol('to be looked up'));
    this.#wake();
  }

  async #lookUpPending(): Promise<void> {
    this.#deleteDisconnected();
    const pending = [...this.#pending];
    for (let from = 0; from < pending.length; from += maxConcurrent)
      await Promise.all(pending.slice(from, from + maxConcurrent).map(([userId, mark]) => this.#lookUp(userId, mark)));
  }

  async #lookUp(userId: string, mark: symbol): Promise<void> {
    const { memberships } = await this.#tribes.listMemberships({ userId, statuses: ['active'] });
    if (this.#pending.get(userId) !== mark) return;
    this.#delete(userId);
    const tribeIds = memberships.flatMap(({ tribe }) => tribe?.id ?? []);
    this.#tribesOf.set(userId, tribeIds);
    for (const tribeId of tribeIds) {
      const members = this.#members.get(tribeId) ?? new Set();
      this.#members.set(tribeId, members.add(userId));
    }
  }

  #deleteDisconnected(): void {
    const connected = this.#streams.userIds();
    for (const userId of [...this.#tribesOf.keys(), ...this.#pending.keys()])
      if (!connected.has(userId)) this.#delete(userId);
  }

  #delete(userId: string): void {
    this.#pending.delete(userId);
    for (const tribeId of this.#tribesOf.get(userId) ?? []) {
      const members = this.#members.get(tribeId);
      members?.delete(userId);
      if (members?.size === 0) this.#members.delete(tribeId);
    }
    this.#tribesOf.delete(userId);
  }
}
