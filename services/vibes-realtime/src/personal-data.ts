import type { PersonalAreas } from '@tribus/community/personal-data.ts';
import type { VibesStore } from './store/store.ts';

/** Vibes with reactions of the user per page; all of their reactions are read in well under a second. */
const vibesAtOnce = 50;

/** A user's reactions for their data export. */
export const vibesAreas = ({ reactions }: VibesStore): PersonalAreas => ({
  vibe_reactions: async (userId, cursor) => {
    const page = await reactions.writtenBy(userId, vibesAtOnce, cursor);
    const records = page.reactions.map(({ vibeId, tribeId, emoji, ts }) => ({
      vibeId,
      tribeId,
      emoji,
      createdAt: new Date(ts).toISOString(),
    }));
    return { records, next: page.lastId ?? '' };
  },
});
