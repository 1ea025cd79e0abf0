import { anyone, type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { EventStream, StreamEvents, StreamQuery, StreamTicket, VibeParams, VibeStreamEvents } from '../../api.ts';
import { ticketSeconds } from '../../limits.ts';
import type { Deps } from '../deps.ts';
import { openPersonalStream, openVibeStream } from '../open-streams.ts';
import { issueTicket } from '../tickets.ts';

const streams = 'text/event-stream';

export function streamRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/vibes/:vibeId/stream',
    {
      guards: [anyone],
      operationId: 'openVibeStream',
      summary: "A vibe's reactions as they happen",
      params: VibeParams,
      query: StreamQuery,
      answer: EventStream,
      streams,
      events: VibeStreamEvents,
      errors: [401],
    },
    ({ actor, params, query, req, res }) => {
      const since = query.since ?? (Number(req.get('last-event-id')) || undefined);
      return openVibeStream(deps, res, actor, { vibeId: params.vibeId, ticket: query.ticket, since });
    },
  );

  routes.post(
    '/stream/ticket',
    {
      guards: [signedIn],
      operationId: 'issueStreamTicket',
      summary: 'Issue a ticket for opening one stream',
      answer: StreamTicket,
      status: 201,
      whileSilenced: true,
      ignoresIdempotencyKey: true,
    },
    async ({ actor }) => ({ ticket: await issueTicket(deps, actor), expiresInSec: ticketSeconds }),
  );

  routes.get(
    '/stream',
    {
      guards: [anyone],
      operationId: 'openStream',
      summary: "The viewer's events as they happen; opened with a ticket or the session's token",
      query: StreamQuery,
      answer: EventStream,
      streams,
      events: StreamEvents,
      errors: [401],
    },
    ({ actor, query, res }) => openPersonalStream(deps, res, actor, query.ticket),
  );
}
