import { expect, test } from '@jest/globals';
import { fail } from '../core/errors.ts';
import { retryUntilConfirmed } from './confirmation.ts';

/** A store's rows and a peer that refuses some of them. */
function scene(count: number, refuse: (id: number) => Error | undefined) {
  const unconfirmed = new Set(Array.from({ length: count }, (_, index) => index + 1));
  const sent: number[] = [];
  const pending = {
    next: async (after: number | undefined, limit: number) =>
      [...unconfirmed]
        .filter((id) => id > (after ?? 0))
        .slice(0, limit)
        .map((id) => ({ id, version: 1 })),
    send: async ({ id }: { id: number }) => {
      sent.push(id);
      const refusal = refuse(id);
      if (refusal) throw refusal;
    },
    confirm: async ({ id }: { id: number }) => {
      unconfirmed.delete(id);
    },
  };
  return { pending, unconfirmed, sent };
}

test('rows that a peer refuses do not block those behind them, and the next call sends them again', async () => {
  const refused = new Set(Array.from({ length: 150 }, (_, index) => index + 1));
  const refusals: Error[] = [];
  const { pending, unconfirmed } = scene(320, (id) => {
    if (!refused.has(id)) return undefined;
    const refusal = fail('invalid_input');
    refusals.push(refusal);
    return refusal;
  });
  const error = await retryUntilConfirmed(pending).catch((thrown: unknown) => thrown);
  expect(error).toEqual(new Error('a peer refused 150 rows, among them 1, 2, 3, 4, 5, 6, 7, 8, 9, 10'));
  expect(error).toHaveProperty('cause', refusals[0]);
  expect(unconfirmed).toEqual(refused);
  refused.clear();
  await retryUntilConfirmed(pending);
  expect(unconfirmed.size).toBe(0);
});

test('no further rows are sent to a peer that became unavailable', async () => {
  const { pending, sent } = scene(5, () => fail('unavailable'));
  await expect(retryUntilConfirmed(pending)).rejects.toMatchObject({ code: 'unavailable' });
  expect(sent).toEqual([1]);
});
