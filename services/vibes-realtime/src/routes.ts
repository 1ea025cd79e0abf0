import { anyone, Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { once } from '@tribus/kit/mongo/idempotency.ts';
import {
  EventStream,
  NewReaction,
  ReactionCount,
  ReactionEvents,
  ReactionsQuery,
  ReactionTaken,
  StreamEvents,
  StreamQuery,
  StreamTicket,
  VibeParams,
  VibeStreamEvents,
} from '../api.ts';
import { ticketSeconds } from '../limits.ts';
import type { Parts } from './deps.ts';
import { issueTicket, streamActor } from './tickets.ts';
import { presentReactions, reactToVibe, vibeFor } from './vibes.ts';

const eventStream = 'text/event-stream';

export function vibeRoutes(parts: Parts): Routes {
  const routes = new Routes();

  routes.post(
    '/vibes/:vibeId/reactions',
    {
      guards: [signedIn],
      summary: 'Tap a vibe',
      params: VibeParams,
      body: NewReaction,
      answer: ReactionTaken,
      status: 201,
    },
    ({ actor, params, body }) => {
      const { _id: id, bodyHash } = once(parts.ctx);
      return reactToVibe(parts, actor, params.vibeId, body.emoji, { id, bodyHash });
    },
  );

  routes.get(
    '/vibes/:vibeId/reactions',
    { guards: [anyone], summary: 'The newest taps', params: VibeParams, query: ReactionsQuery, answer: ReactionEvents },
    async ({ actor, params, query }) => {
      const vibe = await vibeFor(parts, actor, params.vibeId);
      return presentReactions(parts, actor, vibe, await parts.reactions.since(vibe.id, query.since));
    },
  );

  routes.get(
    '/vibes/:vibeId/reactions/count',
    { guards: [anyone], summary: 'How many taps', params: VibeParams, answer: ReactionCount },
    async ({ actor, params }) => parts.reactions.count((await vibeFor(parts, actor, params.vibeId)).id),
  );

  routes.get(
    '/vibes/:vibeId/stream',
    {
      guards: [anyone],
      summary: 'Taps as they happen',
      params: VibeParams,
      query: StreamQuery,
      answer: EventStream,
      streams: eventStream,
      events: VibeStreamEvents,
    },
    async ({ actor, params, query, req, res }) => {
      const viewer = query.ticket === undefined ? actor : await streamActor(parts, actor, query.ticket);
      const vibe = await vibeFor(parts, viewer, params.vibeId);
      const since = query.since ?? (Number(req.get('last-event-id')) || undefined);
      // Opened first: what happens meanwhile comes twice rather than never, and has an id.
      const stream = parts.streams.open(res, viewer, vibe);
      parts.watchers.learn(vibe.id, vibe.minLevelOrder);
      const missed = since === undefined ? [] : await parts.reactions.since(vibe.id, since);
      for (const reaction of await presentReactions(parts, viewer, vibe, missed))
        stream.send('reaction', reaction, String(reaction.ts));
    },
  );

  routes.post(
    '/stream/ticket',
    { guards: [signedIn], summary: 'A ticket that opens one stream, once', answer: StreamTicket, status: 201 },
    async ({ actor }) => ({ ticket: await issueTicket(parts, actor), expiresInSec: ticketSeconds }),
  );

  routes.get(
    '/stream',
    {
      guards: [anyone],
      summary: "What concerns the caller, as it happens; opened with a ticket or the session's token",
      query: StreamQuery,
      answer: EventStream,
      streams: eventStream,
      events: StreamEvents,
    },
    async ({ actor, query, res }) => {
      const person = await streamActor(parts, actor, query.ticket);
      parts.streams.open(res, person, null);
      parts.connected.add(person.id);
    },
  );

  return routes;
}
