import { expect, test } from '@jest/globals';
import { fail } from '../core/errors.ts';
import { retryUntilConfirmed } from './confirmation.ts';

/** Rows of a store and a peer that refuses some of them. */
function scene(count: number, refuse: (id: number) => Error | undefined) {
  const unconfirmed = new Set(Array.from({ length: count }, (_, index) => index + 1));
  const told: number[] = [];
  const notices = {
    next: async (after: number | undefined, limit: number) =>
      [...unconfirmed]
        .filter((id) => id > (after ?? 0))
        .slice(0, limit)
        .map((id) => ({ id, version: 1 })),
    tell: async ({ id }: { id: number }) => {
      told.push(id);
      const refusal = refuse(id);
      if (refusal) throw refusal;
    },
    confirm: async ({ id }: { id: number }) => {
      unconfirmed.delete(id);
    },
  };
  return { notices, unconfirmed, told };
}

test('rows that a peer refuses hold up none behind them, and are told again by the next call', async () => {
  const refused = new Set(Array.from({ length: 150 }, (_, index) => index + 1));
  const { notices, unconfirmed } = scene(320, (id) => (refused.has(id) ? fail('invalid_input') : undefined));
  await expect(retryUntilConfirmed(notices)).rejects.toThrow('a peer refused 150 rows, among them 1, 2, 3');
  expect(unconfirmed).toEqual(refused);
  refused.clear();
  await retryUntilConfirmed(notices);
  expect(unconfirmed.size).toBe(0);
});

test('a peer that is away is not told of the rest', async () => {
  const { notices, told } = scene(5, () => fail('unavailable'));
  await expect(retryUntilConfirmed(notices)).rejects.toMatchObject({ code: 'unavailable' });
  expect(told).toEqual([1]);
});
