import { expect, test } from '@jest/globals';
import { attemptsFor, nextCamera } from './open-camera.ts';

test('the requested camera comes first, and any camera last', () => {
  const attempts = attemptsFor({ facing: 'environment', deviceId: 'second' }, true);
  expect(attempts.map(({ facingMode, deviceId }) => [facingMode, deviceId])).toEqual([
    [{ exact: 'environment' }, undefined],
    [undefined, { exact: 'second' }],
    [undefined, undefined],
    [undefined, undefined],
  ]);
  expect(attempts.at(-1)).toEqual({});
  expect(attemptsFor({}, false)).toHaveLength(2);
});

test('a phone switches between its sides, a desktop through the list of its cameras', () => {
  const deviceIds = ['first', 'second', 'third'];
  const next = (deviceId: string | undefined, facing?: string) => nextCamera({ facing, deviceId, deviceIds });
  expect(next('first', 'user')).toEqual({ facing: 'environment', deviceId: 'second' });
  expect(next('second', 'environment')).toEqual({ facing: 'user', deviceId: 'third' });
  expect([next('first'), next('third'), next(undefined)]).toEqual([
    { deviceId: 'second' },
    { deviceId: 'first' },
    { deviceId: 'first' },
  ]);
});
