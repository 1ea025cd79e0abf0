import { expect, test } from '@jest/globals';
import { PostFields } from '../api.ts';
import { readDraft } from './drafts.ts';

const draft = (fields: object, pictures = 0) => readDraft(PostFields.parse(fields), pictures);
const code = (fields: object, pictures = 0): string => {
  try {
    draft(fields, pictures);
    return 'accepted';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'fault';
  }
};

test.each([
  ['text alone', { content: 'hola' }, 0, 'accepted'],
  ['a picture alone', {}, 1, 'accepted'],
  ['neither text nor picture', { content: '   ' }, 0, 'post_empty'],
  ['seven pictures', {}, 7, 'too_many_images'],
  ['a reel without its video', { kind: 'reel' }, 0, 'reel_needs_video'],
  ['a story without a picture', { kind: 'story', tags: 'epic' }, 0, 'story_needs_media'],
  ['a story without a mood', { kind: 'story', tags: 'fuego' }, 1, 'mood_required'],
  ['a story of 201 characters', { kind: 'story', tags: 'epic', content: 'x'.repeat(201) }, 1, 'caption_length'],
  ['21 tags', { content: 'x', tags: Array.from({ length: 21 }, (_, i) => `t${i}`) }, 0, 'too_many_tags'],
])('%s is %s', (_what, fields, pictures, outcome) => {
  expect(code(fields, pictures)).toBe(outcome);
});

test('a story keeps its mood and the tag vibe, whatever else was typed', () => {
  expect(draft({ kind: 'story', tags: 'Fuego, EPIC noche' }, 1).tags).toEqual(['epic', 'vibe']);
});

test('the tag vibe makes a story', () => {
  expect(draft({ tags: '#vibe chill' }, 1)).toMatchObject({ kind: 'story', tags: ['chill', 'vibe'] });
});

test('tags are normalised and a place gets a slug', () => {
  expect(draft({ content: 'x', tags: '#Río Grande,RÍO', place: 'Peña de los Ángeles' })).toMatchObject({
    tags: ['r-o', 'grande'],
    placeSlug: 'pena-de-los-angeles',
  });
});

test('a cover beyond the last picture is the last picture', () => {
  expect(draft({ coverIndex: 5 }, 2).coverIndex).toBe(1);
});
