import { expect, test } from '@jest/globals';
import type { Schema } from '../../lib/contract.ts';
import { columnOf, moveTask, withFormer } from './board.ts';

type Task = Schema<'Task'>;

const taskAt = (position: number, status: Task['status'] = 'todo'): Task => ({
  id: `${status} ${position}`,
  title: 'Pan',
  description: '',
  status,
  position,
  done: status === 'done',
  createdAt: '2026-03-01T10:00:00.000Z',
});
const tasks = [...[0, 1, 2, 3].map((position) => taskAt(position)), taskAt(0, 'done')];
const unchanged = (now: readonly Task[]) => tasks.filter((task) => now.includes(task)).map(({ id }) => id);

test('a move changes only the tasks between the two positions; the others stay the same objects', () => {
  const moved = moveTask(tasks, 'todo 2', { status: 'todo', position: 1 });
  expect(columnOf(moved, 'todo').map(({ id }) => id)).toEqual(['todo 0', 'todo 2', 'todo 1', 'todo 3']);
  expect(unchanged(moved)).toEqual(['todo 0', 'todo 3', 'done 0']);
});

test('tasks fetched again stay the same objects unless they changed, in whatever order they come', () => {
  const fetched = structuredClone(tasks).toReversed();
  const [, changed] = fetched;
  if (changed) changed.title = 'Leche';
  const now = withFormer(tasks, fetched);
  expect(now).toEqual(fetched);
  expect(unchanged(now)).toEqual(['todo 0', 'todo 1', 'todo 2', 'done 0']);
});
