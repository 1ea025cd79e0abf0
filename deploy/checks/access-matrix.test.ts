import { expect, test } from '@jest/globals';
import { matrix } from '../system-tests/access/matrix.ts';
import { documents } from './document.ts';

test('who may use a route stands in the file of the service that answers it', () => {
  const answered = [...documents].map(([service, { paths }]) => [
    service,
    Object.entries<object>(paths)
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
      .sort(),
  ]);
  // The gateway's own are in no definition; the matrix test asks the running system for all.
  const { gateway: _, ...services } = matrix;
  const told = Object.entries(services).map(([service, rows]) => [service, Object.keys(rows).sort()]);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(answered));
});
