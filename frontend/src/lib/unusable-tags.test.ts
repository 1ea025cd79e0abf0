import { expect, test } from '@jest/globals';
import { findUnusable } from './unusable-tags.tsx';

test('entered tags without a letter or digit of a tag are named', () => {
  expect(findUnusable('Noche, 山 #río !!! ,')).toEqual(['山', '!!!']);
  expect(findUnusable('Noche, #')).toEqual([]);
});
