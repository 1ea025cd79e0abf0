import type { ClientErrorStatus, Route } from './routes.ts';
import { anyone, siteAdmin } from './routes.ts';

/** The client errors that follow from the rest of a route's declaration, so that no route lists them. */
export function impliedErrors({ method, spec }: Route): ReadonlySet<ClientErrorStatus> {
  const isOpen = spec.guards.includes(anyone);
  const hasBody = spec.body !== undefined || spec.form !== undefined;
  const takesKey = method === 'post' && !spec.ignoresIdempotencyKey;
  const refusesSilenced = method !== 'get' && !spec.whileSilenced && !isOpen;
  const conditions: readonly (readonly [ClientErrorStatus, boolean])[] = [
    [400, hasBody || spec.query !== undefined || takesKey],
    [401, !isOpen],
    [403, spec.guards.includes(siteAdmin) || refusesSilenced],
    [404, spec.params !== undefined],
    [408, hasBody],
    [409, takesKey && (!isOpen || spec.visitorsMayRepeat === true)],
    [413, hasBody],
    [415, hasBody],
    // Every request counts against somebody.
    [429, true],
  ];
  return new Set(conditions.flatMap(([status, holds]) => (holds ? [status] : [])));
}

/** All client errors of a route, in ascending order: those that it lists and those that follow from its declaration. */
export function declaredErrors(route: Route): readonly ClientErrorStatus[] {
  return [...new Set([...impliedErrors(route), ...(route.spec.errors ?? [])])].sort((a, b) => a - b);
}

/** Returns the fault that an answer with `status` is where the contract of its route announces no such answer. */
export function undeclared(route: Route, status: number, cause?: unknown): Error | undefined {
  const { spec, method, path } = route;
  const declared: readonly number[] = [
    spec.status ?? 200,
    ...(spec.fileStatuses ?? []),
    ...declaredErrors(route),
    // Of somebody who sends their session along though the route asks for none (sender.ts): the gateway says so of every such
    // operation.
    ...(method === 'get' ? [] : [401, 403]),
  ];
  if (status >= 500 || declared.includes(status)) return undefined;
  return new Error(`${method.toUpperCase()} /api${path} answers ${status}, which it does not declare`, { cause });
}
