import { expect, test } from '@jest/globals';
import { PostFields } from '../api.ts';
import { validatePost } from './validate-post.ts';

const draft = (fields: object, pictures = 0) => validatePost(PostFields.parse(fields), pictures);
const code = (fields: object, pictures = 0): string => {
  try {
    draft(fields, pictures);
    return 'accepted';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'fault';
  }
};

test.each([
  ['text alone', 'accepted', { content: 'hola' }, 0],
  ['a picture alone', 'accepted', {}, 1],
  ['neither text nor picture', 'post_empty', { content: '   ' }, 0],
  ['seven pictures', 'too_many_images', {}, 7],
  ['a reel without its video', 'reel_needs_video', { kind: 'reel' }, 0],
  ['a story without a picture', 'story_needs_media', { kind: 'story', tags: 'epic' }, 0],
  ['a story without a mood', 'mood_required', { kind: 'story', tags: 'fuego' }, 1],
  ['a story of 201 characters', 'caption_length', { kind: 'story', tags: 'epic', content: 'x'.repeat(201) }, 1],
  ['21 tags', 'too_many_tags', { content: 'x', tags: Array.from({ length: 21 }, (_, i) => `t${i}`) }, 0],
])('%s is %s', (_what, outcome, fields, pictures) => {
  expect(code(fields, pictures)).toBe(outcome);
});

test('a story keeps only its mood and the tag vibe', () => {
  expect(draft({ kind: 'story', tags: 'Fuego, EPIC noche' }, 1).tags).toEqual(['epic', 'vibe']);
});

test('the tag vibe makes a story', () => {
  expect(draft({ tags: '#vibe chill' }, 1)).toMatchObject({ kind: 'story', tags: ['chill', 'vibe'] });
});

test('tags are normalised and a place gets a slug', () => {
  expect(draft({ content: 'x', tags: '#Río Grande,RÍO', place: 'Peña de los Ángeles' })).toMatchObject({
    tags: ['rio', 'grande'],
    placeSlug: 'pena-de-los-angeles',
  });
});

test.each([
  ['without a slug', { place: 'Vigo, España' }, { place: 'Vigo, España', placeSlug: 'vigo-espana' }],
  ['with the slug of another place', { place: 'Vigo', placeSlug: 'madrid' }, { place: 'Vigo', placeSlug: 'vigo' }],
  ['of a slug alone', { placeSlug: 'vigo' }, { place: 'vigo', placeSlug: 'vigo' }],
  ['in another script', { place: '东京', placeSlug: 'tokyo' }, { place: '东京', placeSlug: '东京' }],
  ['without letters', { place: '🏔️', placeSlug: 'monte' }, { place: '🏔️', placeSlug: null }],
  ['that is empty', { place: '', placeSlug: '' }, { place: null, placeSlug: null }],
])('the slug of a place %s follows from the place', (_what, fields, expected) => {
  expect(draft({ content: 'x', ...fields })).toMatchObject(expected);
});

test('a cover index beyond the last picture becomes the last picture', () => {
  expect(draft({ coverIndex: 5 }, 2).coverIndex).toBe(1);
});
