import type { Route } from '@tribus/kit/http/routes.ts';
import { definitions } from './definitions.ts';

/** Routes declared by each service that has some. */
export const declared: Readonly<Record<string, readonly Route[]>> = Object.fromEntries(
  definitions
    .map((service) => [service.name, service.declaredRoutes()] as const)
    .filter(([, routes]) => routes.length > 0),
);
