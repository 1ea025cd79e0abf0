import { type Account, DemoClients, demoAccounts } from './clients.ts';
import { doorActs } from './door-acts.ts';
import {
  agentAtWork,
  arrivals,
  type DemoWorld,
  followings,
  foundations,
  inboxes,
  joinings,
  siteSettings,
} from './founding-events.ts';
import { levelActs } from './level-acts.ts';
import { boardActs, deskActs, profileActs, signInActs } from './lives.ts';
import { moderationActs } from './moderation-acts.ts';
import { PictureWorker } from './picture-worker.ts';
import { ProgressLog } from './progress-log.ts';
import { stories } from './stories.ts';
import type { TribeStory } from './story.ts';
import { type Act, dayOf, momentsOf, playTogether } from './timeline.ts';
import { contentActs, directMessages } from './timeline-builder.ts';
import { tribeMediaActs } from './tribe-media.ts';

export interface SeedOptions {
  /** Where the gateway answers. */
  url: string;
  /** The time of the system; moved from act to act, and to where it was at the end. */
  clock: { now(): Date; moveTo(date: Date): void };
  admin: Account;
  /** What happens in each tribe; everything when left out. */
  stories?: readonly TribeStory[];
  log?: (line: string) => void;
  /** Resolves when all that follows from the acts so far has happened; asked at the end of each day of the story. */
  settled?: () => Promise<void>;
  /** File in which it is kept how far the story was told; a start that was broken off goes on from there. */
  progressLog?: string;
}

/** So many of the acts of one moment at once. */
const concurrency = 6;

/**
 * Tells the demo's story of the last fourteen days through the public API: each act by its author, at its time. Ends
 * at the first act that fails, naming it. Begun again with the same progressLog, it goes on where it ended.
 */
export async function seedDemo(options: SeedOptions): Promise<{ accounts: (Account & { role: string })[] }> {
  const { url, clock, admin } = options;
  const pictureWorker = new PictureWorker();
  try {
    const progressLog = new ProgressLog(options.progressLog);
    const stage = { clients: new DemoClients(url, progressLog), pictureWorker, now: clock.now() };
    const moments = momentsOf(stillToPlay(allActs(stage, admin, options.stories), progressLog));
    pictureWorker.announce(moments.flat().flatMap(({ pictures }) => pictures ?? []));
    await playActs(moments, options);
    clock.moveTo(stage.now);
    return { accounts: demoAccounts(admin) };
  } finally {
    await pictureWorker.close();
  }
}

/** What is not in the progressLog, and writes itself there. Everybody arrives again: it takes their words to sign in. */
function stillToPlay(acts: readonly Act[], progressLog: ProgressLog): Act[] {
  const played = progressLog.recordPlayed();
  return acts
    .filter(({ name }) => name.startsWith('arrival:') || !played.has(name))
    .map((act) => ({
      ...act,
      play: async () => {
        await act.play();
        progressLog.write({ played: act.name });
      },
    }));
}

/** The whole story, in no order yet. */
export function allActs(stage: DemoWorld, admin: Account, told: readonly TribeStory[] = stories): Act[] {
  const came = arrivals(stage);
  const first = Math.min(...came.map(({ at }) => at));
  return [
    { at: first - 60_000, name: 'arrival:admin', play: () => stage.clients.signInAdmin(admin) },
    ...came,
    ...foundations(stage),
    ...joinings(stage),
    ...followings(stage),
    ...profileActs(stage, told),
    ...boardActs(stage),
    ...signInActs(stage),
    ...deskActs(stage),
    ...told.flatMap((story) => contentActs(stage, story)),
    ...tribeMediaActs(stage),
    ...directMessages(stage),
    ...doorActs(stage),
    ...levelActs(stage),
    ...moderationActs(stage),
    ...inboxes(stage),
    ...agentAtWork(stage),
    ...siteSettings(stage),
  ];
}

async function playActs(moments: readonly Act[][], { clock, log, settled }: SeedOptions): Promise<void> {
  let today: number | undefined;
  for (const [index, acts] of moments.entries()) {
    const at = acts[0]?.at ?? 0;
    if (today !== undefined && dayOf(at) !== today) {
      await settled?.();
      log?.(`The demo's story: ${Math.round((index / moments.length) * 100)} %`);
    }
    today = dayOf(at);
    clock.moveTo(new Date(at));
    await playTogether(acts, concurrency);
  }
}
