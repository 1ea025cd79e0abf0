import type { ClientErrorStatus, Route } from './routes.ts';
import { anyone, siteAdmin } from './routes.ts';

/** Returns the client errors implied by the rest of a route's declaration, so that routes do not list them. */
export function impliedErrors({ method, spec }: Route): ReadonlySet<ClientErrorStatus> {
  const isOpen = spec.guards.includes(anyone);
  const hasBody = spec.body !== undefined || spec.form !== undefined || spec.bytes !== undefined;
  const isPost = method === 'post';
  const takesKey = isPost && !spec.ignoresIdempotencyKey;
  const refusesSilenced = method !== 'get' && !spec.whileSilenced && !isOpen;
  const conditions: readonly (readonly [ClientErrorStatus, boolean])[] = [
    [400, hasBody || spec.query !== undefined || isPost],
    [401, !isOpen],
    [403, spec.guards.includes(siteAdmin) || refusesSilenced],
    [404, spec.params !== undefined],
    [408, hasBody],
    [409, takesKey && (!isOpen || spec.visitorsMayRepeat === true)],
    [413, hasBody],
    [415, hasBody],
    // Every request is rate-limited.
    [429, true],
  ];
  return new Set(conditions.flatMap(([status, holds]) => (holds ? [status] : [])));
}

/** Returns all client errors of a route, listed and implied, in ascending order. */
export function declaredErrors(route: Route): readonly ClientErrorStatus[] {
  return [...new Set([...impliedErrors(route), ...(route.spec.errors ?? [])])].sort((a, b) => a - b);
}

/** Returns a fault when the route does not declare `status`; undefined when it does, and for any 5xx. */
export function undeclared(route: Route, status: number, cause?: unknown): Error | undefined {
  const { spec, method, path } = route;
  const declared: readonly number[] = [
    spec.status ?? 200,
    ...(spec.fileStatuses ?? []),
    ...declaredErrors(route),
    // For a session sent to a route that needs none (sender.ts); the gateway declares it for each such operation.
    ...(method === 'get' ? [] : [401, 403]),
  ];
  if (status >= 500 || declared.includes(status)) return undefined;
  return new Error(`${method.toUpperCase()} /api${path} returns ${status}, which it does not declare`, { cause });
}
