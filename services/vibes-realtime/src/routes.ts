import { anyone, Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { idempotentId } from '@tribus/kit/mongo/idempotency.ts';
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
import type { Deps } from './deps.ts';
import { issueTicket, streamActor } from './tickets.ts';
import { presentReactions, reactToVibe, vibeFor } from './vibes.ts';

const eventStream = 'text/event-stream';

export function vibeRoutes(deps: Deps): Routes {
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
      const { _id: id, bodyHash } = idempotentId(deps.ctx);
      return reactToVibe(deps, actor, params.vibeId, body.emoji, { id, bodyHash });
    },
  );

  routes.get(
    '/vibes/:vibeId/reactions',
    { guards: [anyone], summary: 'The newest taps', params: VibeParams, query: ReactionsQuery, answer: ReactionEvents },
    async ({ actor, params, query }) => {
      const vibe = await vibeFor(deps, actor, params.vibeId);
      return presentReactions(deps, actor, vibe, await deps.reactions.since(vibe.id, query.since));
    },
  );

  routes.get(
    '/vibes/:vibeId/reactions/count',
    { guards: [anyone], summary: 'How many taps', params: VibeParams, answer: ReactionCount },
    async ({ actor, params }) => deps.reactions.count((await vibeFor(deps, actor, params.vibeId)).id),
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
      const viewer = query.ticket === undefined ? actor : await streamActor(deps, actor, query.ticket);
      const vibe = await vibeFor(deps, viewer, params.vibeId);
      const since = query.since ?? (Number(req.get('last-event-id')) || undefined);
      // Opened first: what happens meanwhile comes twice rather than never, and has an id.
      const stream = deps.streams.open(res, viewer, vibe);
      deps.watchers.learn(vibe.id, vibe.minLevelOrder);
      const missed = since === undefined ? [] : await deps.reactions.since(vibe.id, since);
      for (const reaction of await presentReactions(deps, viewer, vibe, missed))
        stream.send('reaction', reaction, String(reaction.ts));
    },
  );

  routes.post(
    '/stream/ticket',
    { guards: [signedIn], summary: 'A ticket that opens one stream, once', answer: StreamTicket, status: 201 },
    async ({ actor }) => ({ ticket: await issueTicket(deps, actor), expiresInSec: ticketSeconds }),
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
      const person = await streamActor(deps, actor, query.ticket);
      deps.streams.open(res, person, null);
      deps.connected.add(person.id);
    },
  );

  return routes;
}
