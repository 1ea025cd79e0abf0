import { type PersonalAreas, readPersonalPage } from '@tribus/community/personal-data.ts';
import { keysOf } from './pictures.ts';
import type { ContentStore } from './store/store.ts';

const idOf = ({ id }: { id: string }) => id;
const asTheyAre = (row: object) => row;

/**
 * What a user wrote and put up and what they thought of what others wrote, what they reported, what was decided about what
 * is theirs and what they noted as a moderator, for the copy of their data.
 */
export const contentAreas = ({ posts, comments, reactions, ...store }: ContentStore): PersonalAreas => ({
  posts: (userId, cursor) =>
    readPersonalPage(
      cursor,
      (limit, after) => posts.listOwn(userId, limit, after),
      idOf,
      ({ id, images, ...post }) => ({
        id,
        ...post,
        // As their files in the copy are called; there is none of what is lost.
        pictures: keysOf(images.filter(({ lost }) => !lost)),
      }),
    ),
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
    readPersonalPage(cursor, (limit, after) => comments.listOwn(userId, limit, after), idOf, asTheyAre),
  reactions: (userId, cursor) =>
    readPersonalPage(
      cursor,
      (limit, after) => reactions.listOwn(userId, limit, after),
      ({ targetId }) => targetId,
      asTheyAre,
    ),
  reports: (userId, cursor) =>
    readPersonalPage(cursor, (limit, after) => store.reports.listOwn(userId, limit, after), idOf, asTheyAre),
  decisions: (userId, cursor) =>
    readPersonalPage(cursor, (limit, after) => store.cases.listOfAuthor(userId, limit, after), idOf, asTheyAre),
  case_notes: (userId, cursor) =>
    readPersonalPage(cursor, (limit, after) => store.caseDecisions.listOwnNotes(userId, limit, after), idOf, asTheyAre),
});
