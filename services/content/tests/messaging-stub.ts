import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import type { Handlers } from '@tribus/kit/grpc/server.ts';
import type { PeerStub } from '@tribus/kit/testing/service.ts';
import { MessagingServiceService, type WrittenMessage } from '@tribus/proto/messaging/v1/service.ts';
import type { MessageKind } from '@tribus/proto/messaging/v1/types.ts';

interface Known {
  kind: MessageKind;
  tribeId: number;
  viewers: readonly string[];
  message: WrittenMessage;
  before: WrittenMessage[];
}

/** Messaging with messages added by a test, each with its viewers. */
export class MessagingStub implements PeerStub<MessagingServiceService> {
  readonly definition = MessagingServiceService;
  readonly #known = new Map<string, Known>();

  /** Adds a message, optionally after another one; returns its id. */
  addMessage(
    kind: MessageKind,
    author: Actor,
    {
      tribeId,
      viewers,
      content,
      after,
    }: { tribeId: number; viewers: Actor[]; content: string; after?: WrittenMessage },
  ): string {
    const id = crypto.randomUUID();
    const message = { id, authorId: author.id, content, createdAt: '2026-03-01T10:00:00.000Z' };
    const ids = [author, ...viewers].map((viewer) => viewer.id);
    this.#known.set(id, { kind, tribeId, viewers: ids, message, before: after ? [after] : [] });
    return id;
  }

  readonly handlers: Partial<Handlers<MessagingServiceService>> = {
    getReportedMessage: async ({ kind, messageId }, { actor }) => {
      const known = this.#known.get(messageId);
      if (known?.kind !== kind || !known.viewers.includes(actor.id)) throw fail('not_found');
      const { tribeId, message, before } = known;
      return { tribeId, message, before, after: [] };
    },
  };
}
