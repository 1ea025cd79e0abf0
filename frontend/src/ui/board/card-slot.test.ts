import { expect, test } from '@jest/globals';
import { nearestSlot, slotAfterKey, slotAt, slotOf } from './card-slot.ts';

const columns = [
  { id: 'a', left: 0, right: 100, middles: [50, 150] },
  { id: 'b', left: 120, right: 220, middles: [] },
];

test.each([
  ['above the first card', { x: 10, y: 20 }, { column: 'a', index: 0 }],
  ['between two', { x: 90, y: 60 }, { column: 'a', index: 1 }],
  ['below the last', { x: 50, y: 900 }, { column: 'a', index: 2 }],
  ['in the gap, nearer to the first', { x: 105, y: 60 }, { column: 'a', index: 1 }],
  ['in the gap, nearer to the second', { x: 115, y: 60 }, { column: 'b', index: 0 }],
  ['outside all columns', { x: 999, y: 0 }, { column: 'b', index: 0 }],
])('a card that is dropped %s', (_case, point, slot) => {
  expect(slotAt(columns, point)).toEqual(slot);
});

test('a board without columns has no slot', () => {
  expect(slotAt([], { x: 0, y: 0 })).toBeNull();
});

const cardIds = new Map([
  ['a', ['a1', 'a2', 'a3']],
  ['b', ['b1']],
]);

test.each([
  ['ArrowUp', { column: 'a', index: 1 }],
  ['ArrowDown', { column: 'a', index: 3 }],
  ['Home', { column: 'a', index: 0 }],
  ['End', { column: 'a', index: 2 }],
  ['ArrowRight', { column: 'b', index: 2 }],
  ['ArrowLeft', { column: 'a', index: 2 }],
  ['Enter', undefined],
])('%s moves the last card of three', (key, slot) => {
  expect(slotAfterKey(key, { column: 'a', index: 2 }, cardIds)).toEqual(slot);
});

test('a card is found on the board, or not at all', () => {
  expect(slotOf(cardIds, 'a2')).toEqual({ column: 'a', index: 1 });
  expect(slotOf(cardIds, 'elsewhere')).toBeUndefined();
});

test.each([
  ['before the first card', { column: 'a', index: -1 }, { column: 'a', index: 0 }],
  ['after the last card of its own column', { column: 'a', index: 3 }, { column: 'a', index: 2 }],
  ['after the last card of another column', { column: 'b', index: 2 }, { column: 'b', index: 1 }],
  ['between two cards', { column: 'a', index: 1 }, { column: 'a', index: 1 }],
])('a card moved %s goes to the nearest slot', (_case, wanted, slot) => {
  expect(nearestSlot(cardIds, 'a3', wanted)).toEqual(slot);
});
