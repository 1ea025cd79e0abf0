import { Fragment, joinContract } from '@tribus/gateway/src/contract.ts';
import { openApiFragment } from '@tribus/kit/http/openapi.ts';
import { declared } from './declared.ts';

/** The published API of each service, as it would say it, without starting anything. */
export const documents: ReadonlyMap<string, ReturnType<typeof openApiFragment>> = new Map(
  Object.entries(declared).map(([service, routes]) => [service, openApiFragment(routes)]),
);

/** The API of all services in one OpenAPI document, as the gateway publishes it; paths begin with `/api`. */
export function wholeDocument() {
  // What the gateway reads was sent as JSON.
  const sent = (fragment: object) => Fragment.parse(JSON.parse(JSON.stringify(fragment)));
  return joinContract(new Map([...documents].map(([service, fragment]) => [service, sent(fragment)])));
}
