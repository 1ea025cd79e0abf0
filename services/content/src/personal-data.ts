import { type PersonalAreas, personalPage, personalPageSize } from '@tribus/community/personal-data.ts';
import { keysOf } from './pictures.ts';
import type { ContentStore } from './store/store.ts';

const limit = personalPageSize + 1;
const idOf = ({ id }: { id: string }) => id;
const asTheyAre = (row: object) => row;

/**
 * What a user wrote and put up and what they thought of what others wrote, what they reported, what was decided about what
 * is theirs and what they noted as a moderator, for the copy of their data.
 */
export const contentAreas = ({ posts, comments, reactions, ...store }: ContentStore): PersonalAreas => ({
  posts: async (userId, cursor) =>
    personalPage(await posts.listOwn(userId, limit, cursor), idOf, ({ id, images, ...post }) => ({
      id,
      ...post,
      // As their files in the copy are called; there is none of what is lost.
      pictures: keysOf(images.filter(({ lost }) => !lost)),
    })),
  tribe_media: async (userId, cursor) =>
    personalPage(
      await store.tribeMedia.listOwn(userId, limit, cursor),
      idOf,
      ({ id, tribeId, caption, picture: { key, lost }, createdAt }) => ({
        id,
        tribeId,
        caption,
        picture: lost ? null : key,
        createdAt,
      }),
    ),
  comments: async (userId, cursor) => personalPage(await comments.listOwn(userId, limit, cursor), idOf, asTheyAre),
  reactions: async (userId, cursor) =>
    personalPage(await reactions.listOwn(userId, limit, cursor), ({ targetId }) => targetId, asTheyAre),
  reports: async (userId, cursor) => personalPage(await store.reports.listOwn(userId, limit, cursor), idOf, asTheyAre),
  decisions: async (userId, cursor) =>
    personalPage(await store.cases.listOfAuthor(userId, limit, cursor), idOf, asTheyAre),
  case_notes: async (userId, cursor) =>
    personalPage(await store.caseDecisions.listOwnNotes(userId, limit, cursor), idOf, asTheyAre),
});
