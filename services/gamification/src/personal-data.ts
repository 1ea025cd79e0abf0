import { type PersonalAreas, readPersonalPage } from '@tribus/community/personal-data.ts';
import type { GamificationStore } from './store/store.ts';

/** A user's points and ledger for their data export. */
export const gamificationAreas = ({ totals, ledger }: GamificationStore): PersonalAreas => ({
  points: async (userId) => {
    const byTribe = await totals.byTribe(userId);
    return { records: [...byTribe].map(([tribeId, points]) => ({ tribeId, points })), next: '' };
  },
  points_history: (userId, cursor) =>
    readPersonalPage(
      cursor,
      (limit, after) => ledger.listOwn(userId, limit, after),
      ({ id }) => id,
      (line) => line,
    ),
});
