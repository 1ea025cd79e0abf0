/** @jest-environment ./frontend/testing/environment.ts */

import { describe, expect, test } from '@jest/globals';
import { lucia } from '../../../testing/people.ts';
import { session } from '../../lib/session.ts';
import {
  deleteDraft,
  draftKey,
  draftsMax,
  findDraft,
  findExpired,
  type ListedDraft,
  listDrafts,
} from './draft-list.ts';
import { blankFields, type CreateKind, isBlank } from './fields.ts';

const draft = (name: string, kind: CreateKind, tribeId: number | null, savedAt = 1): ListedDraft => ({
  name,
  kind,
  fields: { ...blankFields, content: name, tribeId, savedAt },
});

describe('the draft that is opened', () => {
  const drafts = [draft('a', 'post', 7), draft('b', 'post', 8), draft('c', 'story', 8), draft('d', 'post', null)];

  test.each([
    ['is the last changed one of the kind', 'post', null, 'a'],
    ['belongs to the tribe of the address', 'post', 8, 'b'],
    ['may have no tribe yet', 'post', 9, 'd'],
    ['is of the kind', 'story', 8, 'c'],
    ['is a new one when there is none for the tribe', 'story', 7, null],
  ] as const)('%s', (_rule, kind, tribeId, name) => {
    expect(findDraft(drafts, kind, tribeId)).toBe(name);
  });
});

test('only drafts beyond the limit that have not changed for thirty days are removed', () => {
  const day = 86_400_000;
  const now = 100 * day;
  const old = Array.from({ length: draftsMax }, (_, index) => draft(`old${index}`, 'post', 7, 0));
  expect(findExpired(old, now)).toEqual([]);
  const [recent, expired] = [draft('recent', 'post', 7, now - 29 * day), draft('expired', 'post', 7, now - 30 * day)];
  expect(findExpired([...old, recent, expired], now)).toEqual([expired]);
});

test('a chosen tribe alone is no draft; a text, a picture or a mood is', () => {
  expect(isBlank({ ...blankFields, tribeId: 7, savedAt: 5 })).toBe(true);
  for (const change of [{ content: 'a' }, { pictures: 1 }, { mood: 'jazz' as const }])
    expect(isBlank({ ...blankFields, ...change })).toBe(false);
});

test('drafts are listed by their last change, without those of others, and a deleted one is restored by undo', () => {
  localStorage.clear();
  session.start('t', lucia);
  const store = (key: string, { fields }: ListedDraft) => localStorage.setItem(key, JSON.stringify(fields));
  store(draftKey('create:post:1'), draft('first', 'post', 7, 10));
  store(draftKey('create:story:2'), draft('second', 'story', 7, 20));
  store(draftKey('create:other:3'), draft('third', 'post', 7, 30));
  store('draft:another:create:post:4', draft('fourth', 'post', 7, 40));
  localStorage.setItem(draftKey('create:post:5'), 'nonsense');
  const names = () => listDrafts().map(({ name }) => name);
  expect(names()).toEqual(['create:story:2', 'create:post:1']);
  const undo = deleteDraft({ name: 'create:story:2' });
  expect(names()).toEqual(['create:post:1']);
  undo();
  expect(names()).toEqual(['create:story:2', 'create:post:1']);
  session.end();
});
