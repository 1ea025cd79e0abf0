import type { EventRecord } from '@tribus/kit/events/events.ts';
import fc from 'fast-check';
import type { History, Step } from './history.ts';

const index = fc.nat(200);
const many = fc.integer({ min: 1, max: 12 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('post' as const), who: index, where: index, times: many }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('comment' as const), who: index, where: index, times: many }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('like' as const, 'like' as const, 'unlike' as const),
      who: index,
      where: fc.nat(3),
      times: fc.integer({ min: 1, max: 30 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('toggle' as const),
      who: index,
      where: fc.nat(3),
      times: fc.integer({ min: 1, max: 6 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('deletePost' as const), where: index }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('deleteComment' as const), where: index }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('deleteTribe' as const, 'deleteUser' as const), where: index }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'nextDay' as const }) },
);

export const someSteps = fc.array(step, { minLength: 8, maxLength: 30 });

/** Content events keep their order; deletions are inserted anywhere among them, and some events are repeated. */
export function shuffled({ content, deletions }: History, positions: readonly number[], repeated: readonly number[]) {
  const deliveries = [...content];
  for (const [at, event] of deletions.entries())
    deliveries.splice((positions[at % positions.length] ?? 0) % (deliveries.length + 1), 0, event);
  const again = new Set(repeated.map((at) => deliveries[at % Math.max(1, deliveries.length)]));
  return { deliveries, again: [...again].filter((event): event is EventRecord => event !== undefined) };
}
