import { expect, test } from '@jest/globals';
import { matrix } from '../system-tests/access/matrix.ts';
import { documents } from './document.ts';

test('every route has its access row in the file of the service that serves it', () => {
  const published = [...documents].map(([service, { paths }]) => [
    service,
    Object.entries<object>(paths)
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
      .sort(),
  ]);
  // The gateway's own routes are in no definition; the matrix test compares all with the running system.
  const { gateway: _, ...services } = matrix;
  const covered = Object.entries(services).map(([service, rows]) => [service, Object.keys(rows).sort()]);
  expect(Object.fromEntries(covered)).toEqual(Object.fromEntries(published));
});
