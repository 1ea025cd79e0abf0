import { Unfinished } from '@tribus/kit/events/unfinished.ts';
import type { Deps } from './deps.ts';

/** 1,000 members take about a second; the calls of an event share 25 s. */
const pagesPerPortion = 20;

interface RecipientPage {
  userIds: readonly string[];
  nextCursor: string;
}

/**
 * Calls `notify` for each page of an event's recipients. The position is stored after each page, so that a later
 * attempt continues there; throws `Unfinished` after 20 pages when more remain. `notify` is repeated for a page whose
 * position could not be stored.
 */
export async function fanOut(
  { store }: Pick<Deps, 'store'>,
  eventId: string,
  readPage: (cursor: string) => Promise<RecipientPage>,
  notify: (userIds: readonly string[]) => Promise<void>,
): Promise<void> {
  let cursor = await store.fanOutProgress.find(eventId);
  for (let count = 0; count < pagesPerPortion; count++) {
    const { userIds, nextCursor } = await readPage(cursor);
    await notify(userIds);
    if (nextCursor === '') return;
    await store.fanOutProgress.save(eventId, nextCursor);
    cursor = nextCursor;
  }
  throw new Unfinished();
}
