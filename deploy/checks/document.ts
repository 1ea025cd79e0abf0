import { Fragment, joinContract } from '@tribus/gateway/src/contract.ts';
import { openApiFragment } from '@tribus/kit/http/openapi.ts';
import { declared } from './declared.ts';

/** The API each service publishes, from its definition. */
export const documents: ReadonlyMap<string, ReturnType<typeof openApiFragment>> = new Map(
  Object.entries(declared).map(([service, routes]) => [service, openApiFragment(routes)]),
);

/** Returns the API of all services as one OpenAPI document, as the gateway publishes it; paths begin with `/api`. */
export function wholeDocument() {
  // The gateway reads the documents after they were sent as JSON.
  const sent = (fragment: object) => Fragment.parse(JSON.parse(JSON.stringify(fragment)));
  return joinContract(new Map([...documents].map(([service, fragment]) => [service, sent(fragment)])));
}
