import { type PersonalAreas, readPersonalPage, readPersonalPageByKey } from '@tribus/community/personal-data.ts';
import { keysOf } from './pictures.ts';
import type { OwnActiveDayKey } from './store/active-days.ts';
import type { OwnVersionKey } from './store/post-versions.ts';
import type { ContentStore } from './store/store.ts';
import type { OwnView } from './store/views.ts';

type OwnPost = Awaited<ReturnType<ContentStore['posts']['listOwn']>>[number];

const idOf = ({ id }: { id: string }) => id;
const unchanged = (row: object) => row;

/**
 * The personal data export of a user: posts with their earlier versions, pictures, comments, reactions, days of
 * activity, views, reports, decisions about their content, and their notes as a moderator.
 */
export const contentAreas = ({ posts, comments, reactions, ...store }: ContentStore): PersonalAreas => ({
  posts: (userId, cursor) =>
    readPersonalPage(cursor, (limit, after) => posts.listOwn(userId, limit, after), idOf, exportedPost),
  tribe_media: (userId, cursor) =>
    readPersonalPage(
      cursor,
      (limit, after) => store.tribeMedia.listOwn(userId, limit, after),
      idOf,
      ({ id, tribeId, caption, picture: { key, lost }, createdAt }) => ({
        id,
        tribeId,
        caption,
        picture: lost ? null : key,
        createdAt,
      }),
    ),
  comments: (userId, cursor) =>
    readPersonalPage(cursor, (limit, after) => comments.listOwn(userId, limit, after), idOf, unchanged),
  reactions: (userId, cursor) =>
    readPersonalPage(
      cursor,
      (limit, after) => reactions.listOwn(userId, limit, after),
      ({ targetId }) => targetId,
      unchanged,
    ),
  ...keyedAreas(store),
  reports: (userId, cursor) =>
    readPersonalPage(cursor, (limit, after) => store.reports.listOwn(userId, limit, after), idOf, unchanged),
  decisions: (userId, cursor) =>
    readPersonalPage(cursor, (limit, after) => store.cases.listOfAuthor(userId, limit, after), idOf, unchanged),
  case_notes: (userId, cursor) =>
    readPersonalPage(cursor, (limit, after) => store.caseDecisions.listOwnNotes(userId, limit, after), idOf, unchanged),
});

const exportedPost = ({ images, videos, videoLinks, ...post }: OwnPost) => ({
  ...post,
  // The names of the files in the export; a lost one has none.
  pictures: keysOf(images.filter(({ lost }) => !lost)),
  alts: images.flatMap(({ key, lost, alt }) => (alt ? [{ picture: lost ? null : key, text: alt }] : [])),
  videos: keysOf(videos.filter(({ lost }) => !lost)),
  videoUrls: videoLinks.map(({ url }) => url),
});

const keyedAreas = (store: Pick<ContentStore, 'activeDays' | 'views' | 'postVersions'>): PersonalAreas => ({
  post_versions: (userId, cursor) =>
    readPersonalPageByKey(
      cursor,
      (limit, after: OwnVersionKey | null) => store.postVersions.listOwn(userId, limit, after),
      ({ postId, number }) => ({ postId, number }),
      unchanged,
    ),
  active_days: (userId, cursor) =>
    readPersonalPageByKey(
      cursor,
      (limit, after: OwnActiveDayKey | null) => store.activeDays.listOwn(userId, limit, after),
      ({ tribeId, day }) => ({ tribeId, day }),
      unchanged,
    ),
  views: (userId, cursor) =>
    readPersonalPageByKey(
      cursor,
      (limit, after: OwnView | null) => store.views.listOwn(userId, limit, after),
      ({ postId, day }) => ({ postId, day }),
      unchanged,
    ),
});
