import { describe, expect, test } from '@jest/globals';
import { altMax, storyCaptionMax } from '@limits/content';
import {
  blankFields,
  type Checked,
  findProblem,
  findReachable,
  isBlank,
  kindOf,
  neighboursOf,
  readFields,
  withoutAlt,
  withVideoCounts,
} from './fields.ts';

const noVideos = { videos: 0, failedVideos: 0 };
const vibe: Checked = {
  kind: 'story',
  fields: { ...blankFields, mood: 'jazz' },
  pictures: 1,
  ...noVideos,
  tribeId: 100,
};
const post: Checked = {
  kind: 'post',
  fields: { ...blankFields, content: 'Hola' },
  pictures: 0,
  ...noVideos,
  tribeId: 100,
};

const withLinks = (...videoUrls: string[]) => ({ ...blankFields, videoUrls });

describe('the content of a vibe', () => {
  test.each([
    ['is complete with a picture, a mood and a tribe', vibe, null],
    ['needs a picture', { ...vibe, pictures: 0 }, 'media'],
    ['is complete with a video, which needs no mood', { ...vibe, pictures: 0, videos: 1, fields: blankFields }, null],
    ['needs a mood', { ...vibe, fields: blankFields }, 'mood'],
    ['needs a tribe', { ...vibe, tribeId: null }, 'tribe'],
  ] as const)('%s', (_rule, checked, problem) => {
    expect(findProblem('content', checked)).toBe(problem);
  });
});

describe('a clip', () => {
  const clip = { ...post, kind: 'reel', videos: 1 } as const;
  test.each([
    ['is one video', clip, null],
    ['is not complete without one', { ...clip, videos: 0 }, 'clip'],
    ['is not two videos', { ...clip, videos: 2 }, 'clip'],
    ['has no pictures', { ...clip, pictures: 1 }, 'clip'],
    ['is one link', { ...clip, videos: 0, fields: withLinks('https://a.es/') }, null],
    ['is not a video and a link', { ...clip, fields: withLinks('https://a.es/') }, 'clip'],
  ] as const)('%s', (_rule, checked, problem) => {
    expect(findProblem('content', checked)).toBe(problem);
  });
});

test('a post with a video that could not be uploaded is not published', () => {
  expect(findProblem('preview', { ...post, videos: 1 })).toBeNull();
  expect(findProblem('preview', { ...post, videos: 1, failedVideos: 1 })).toBe('upload');
  // A step without a list of the videos stops nobody.
  expect(findProblem('filter', { ...post, videos: 1, failedVideos: 1 })).toBeNull();
});

test('the caption of a vibe is shorter than that of a post', () => {
  const content = 'a'.repeat(storyCaptionMax + 1);
  expect(findProblem('details', { ...vibe, fields: { ...vibe.fields, content } })).toBe('length');
  expect(findProblem('details', { ...post, fields: { ...post.fields, content } })).toBeNull();
});

test('a post needs a text, a picture or a video, and no mood', () => {
  const blank = { ...post, fields: { ...blankFields, content: ' \n' } };
  expect(findProblem('content', blank)).toBeNull();
  expect(findProblem('details', blank)).toBe('empty');
  expect(findProblem('details', { ...blank, pictures: 1 })).toBeNull();
  expect(findProblem('details', { ...blank, videos: 1 })).toBeNull();
});

test('a post may consist of links; a typed one is neither lost nor ignored', () => {
  expect(findProblem('details', { ...post, fields: withLinks('https://a.es/') })).toBeNull();
  expect(findProblem('content', { ...post, fields: { ...blankFields, linkText: 'a.es' } })).toBe('link');
  expect(
    readFields({ ...blankFields, linkText: 'a.es', videoUrls: ['https://a.es/', 'javascript:alert(1)', 7] }),
  ).toEqual({ ...withLinks('https://a.es/'), linkText: 'a.es' });
  expect(readFields({ content: 'Hola', videoUrls: 'nada' })?.videoUrls).toEqual([]);
});

test('a step is reached only when those before it are complete', () => {
  expect(findReachable('preview', vibe)).toBe('preview');
  expect(findReachable('preview', { ...vibe, pictures: 0 })).toBe('content');
  expect(findReachable('preview', { ...post, fields: blankFields })).toBe('details');
  expect(findReachable('filter', { ...post, pictures: 1 })).toBe('filter');
  expect(findReachable('filter', { ...post, pictures: 0 })).toBe('details');
});

test.each([
  ['post', 'post'],
  ['story', 'story'],
  ['reel', 'reel'],
  [null, 'story'],
] as const)('the type %s of an address begins a %s', (type, kind) => {
  expect(kindOf(type)).toBe(kind);
});

test('a stored draft is read as written, and an invalid one is not', () => {
  expect(readFields(JSON.parse(JSON.stringify(vibe.fields)))).toEqual(vibe.fields);
  expect(readFields({ ...vibe.fields, mood: 'featured' })).toEqual({ ...vibe.fields, mood: null });
  expect(readFields({ content: 7 })).toBeNull();
  expect(readFields('hola')).toBeNull();
});

test('the look of a stored draft is read with its amount clamped, and an unknown look is none', () => {
  const look = { filter: { type: 'sepia', amount: 140 }, effect: 'party', overlay: 'brand' };
  expect(readFields({ ...vibe.fields, ...look })).toMatchObject(look);
  expect(readFields({ ...vibe.fields, filter: { type: 'mono', amount: 999 } })?.filter.amount).toBe(200);
  const { filter, effect, overlay } = blankFields;
  expect(readFields({ content: 'Hola', filter: 'mono', effect: 7, overlay: 'rain' })).toMatchObject({
    filter,
    effect,
    overlay,
  });
});

test('the filter step is between content and details, and skipped without pictures', () => {
  expect(neighboursOf('content', 1)).toEqual({ after: 'filter' });
  expect(neighboursOf('details', 1)).toEqual({ before: 'filter', after: 'preview' });
  expect(neighboursOf('content', 0)).toEqual({ after: 'details' });
  expect(neighboursOf('details', 0)).toEqual({ before: 'content', after: 'preview' });
  expect(neighboursOf('preview', 2)).toEqual({ before: 'details' });
});

test('an alternative text is never required, and too long only beyond its limit', () => {
  expect(findProblem('details', { ...vibe, fields: { ...vibe.fields, alts: { a: 'x'.repeat(altMax) } } })).toBeNull();
  const alts = { a: '', b: 'x'.repeat(altMax + 1) };
  expect(findProblem('details', { ...vibe, fields: { ...vibe.fields, alts } })).toBe('altLength');
  expect(withoutAlt(alts, 'b')).toEqual({ a: '' });
});

test('the alternative texts of a stored draft are read, other values are not', () => {
  expect(readFields({ ...vibe.fields, alts: { a: 'Un faro', b: 7 } })?.alts).toEqual({ a: 'Un faro' });
  expect(readFields({ ...vibe.fields, alts: 'nada' })?.alts).toEqual({});
});

test('a draft of recorded videos only is stored, and one from before there were any is read', () => {
  expect(isBlank({ ...blankFields, recordings: 1 })).toBe(false);
  expect(readFields({ ...blankFields, recordings: 2 })?.recordings).toBe(2);
  const { recordings: _none, ...earlier } = { ...blankFields, content: 'Hola' };
  expect(readFields(earlier)).toMatchObject({ content: 'Hola', recordings: 0 });
  expect(readFields({ ...blankFields, recordings: 'dos' })).toBeNull();
});

describe('the number of videos in a draft', () => {
  const recorded = { ...blankFields, recordings: 1 };
  const chosen = { ...blankFields, chosenVideos: 2 };
  const written = { ...chosen, content: 'Hola' };
  const nothing = { recordings: 0, chosenVideos: 0 };
  test.each([
    ['is that of a removed recording', recorded, nothing, false, blankFields],
    ['is that of removed videos in the tab that had them', chosen, nothing, true, blankFields],
    ['stays in a draft of nothing else in a tab that never had them', chosen, nothing, false, chosen],
    ['is none in a tab that never had them, once there is a text', written, nothing, false, { ...written, ...nothing }],
    ['is that of added videos', chosen, { recordings: 1, chosenVideos: 1 }, true, { ...recorded, chosenVideos: 1 }],
  ] as const)('%s', (_rule, before, counts, isOwner, after) => {
    expect(withVideoCounts(before, counts, isOwner)).toEqual(after);
  });

  test('is not a change when it is the same', () => {
    expect(withVideoCounts(written, { recordings: 0, chosenVideos: 2 }, true)).toBe(written);
    expect(withVideoCounts(chosen, nothing, false)).toBe(chosen);
  });
});
