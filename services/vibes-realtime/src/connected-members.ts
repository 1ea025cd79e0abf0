import type { Bus } from '@tribus/kit/events/broker.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import { startLoop } from '@tribus/kit/runtime/loop.ts';
import { MemberJoined, MemberLeft } from '@tribus/proto/tribes/v1/events.ts';
import type { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import type { Streams } from './streams.ts';

const lookEveryMs = 3_000;
const asksAtOnce = 20;

/**
 * In which tribes the people with a stream of their own are, so that what happens in a tribe is decided for its members
 * and not for everybody who is connected. An index only: whoever is not looked up yet counts as a candidate for every
 * tribe, and the gate decides over candidates. Memberships are asked for once when somebody connects, again when they
 * join or leave, and for all after the bus was away, because such events may have been missed.
 */
export class ConnectedMembers {
  readonly #tribes: Calls<TribesServiceService>;
  readonly #streams: Streams;
  readonly #tribesOf = new Map<string, readonly number[]>();
  readonly #members = new Map<number, Set<string>>();
  /** Who is to be looked up; another mark is another reason, which an answer from before does not settle. */
  readonly #unknown = new Map<string, symbol>();
  readonly #poke: () => void;

  constructor(ctx: Context, tribes: Calls<TribesServiceService>, streams: Streams, bus: Bus) {
    this.#tribes = tribes;
    this.#streams = streams;
    const loop = startLoop(ctx, 'memberships of connected people', lookEveryMs, () => this.#look());
    ctx.onStop('memberships of connected people', () => loop.stop());
    this.#poke = () => loop.wake();
    bus.onConnected(() => this.#lookUp(streams.people()));
    for (const type of [MemberJoined, MemberLeft])
      bus.listen([type.$type], (_type, payload) => {
        const { userId } = type.decode(payload);
        // Also of those without a stream at the moment: they may be back before the entry is dropped as unused.
        this.#forget(userId);
        if (streams.people().has(userId)) this.#lookUp([userId]);
      });
  }

  /** Somebody has opened a stream of their own. */
  add(userId: string): void {
    if (!this.#tribesOf.has(userId)) this.#lookUp([userId]);
  }

  /** Connected people who may be members of a tribe; nobody else who is connected is one. */
  candidates(tribeId: number): Set<string> {
    return new Set([...(this.#members.get(tribeId) ?? []), ...this.#unknown.keys()]);
  }

  #lookUp(userIds: Iterable<string>): void {
    for (const userId of userIds) this.#unknown.set(userId, Symbol('to be looked up'));
    this.#poke();
  }

  async #look(): Promise<void> {
    this.#forgetGone();
    const waiting = [...this.#unknown];
    for (let from = 0; from < waiting.length; from += asksAtOnce)
      await Promise.all(waiting.slice(from, from + asksAtOnce).map(([userId, mark]) => this.#place(userId, mark)));
  }

  async #place(userId: string, mark: symbol): Promise<void> {
    const { memberships } = await this.#tribes.listMemberships({ userId, statuses: ['active'] });
    if (this.#unknown.get(userId) !== mark) return;
    this.#forget(userId);
    const tribeIds = memberships.flatMap(({ tribe }) => tribe?.id ?? []);
    this.#tribesOf.set(userId, tribeIds);
    for (const tribeId of tribeIds) {
      const members = this.#members.get(tribeId) ?? new Set();
      this.#members.set(tribeId, members.add(userId));
    }
  }

  #forgetGone(): void {
    const people = this.#streams.people();
    for (const userId of [...this.#tribesOf.keys(), ...this.#unknown.keys()])
      if (!people.has(userId)) this.#forget(userId);
  }

  #forget(userId: string): void {
    this.#unknown.delete(userId);
    for (const tribeId of this.#tribesOf.get(userId) ?? []) {
      const members = this.#members.get(tribeId);
      members?.delete(userId);
      if (members?.size === 0) this.#members.delete(tribeId);
    }
    this.#tribesOf.delete(userId);
  }
}
