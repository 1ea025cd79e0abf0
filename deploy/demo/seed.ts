import { boardActs, profileActs, signInActs, siteModerationActs } from './account-acts.ts';
import { admissionActs } from './admission-acts.ts';
import { type Account, DemoClients, demoAccounts } from './clients.ts';
import {
  agentActs,
  arrivals,
  type DemoWorld,
  followings,
  foundations,
  inboxes,
  joinings,
  siteSettings,
} from './founding-events.ts';
import { landingActs } from './landing.ts';
import { levelActs } from './level-acts.ts';
import { moderationActs } from './moderation-acts.ts';
import { PictureWorker } from './picture-worker.ts';
import { ProgressLog } from './progress-log.ts';
import { stories } from './stories.ts';
import type { TribeStory } from './story.ts';
import { type Act, dayOf, momentsOf, playConcurrently } from './timeline.ts';
import { contentActs, directMessages } from './timeline-builder.ts';
import { tribeMediaActs } from './tribe-media.ts';

export interface SeedOptions {
  /** Address of the gateway. */
  url: string;
  /** Clock of the system; set to the time of each act, and reset at the end. */
  clock: { now(): Date; moveTo(date: Date): void };
  admin: Account;
  /** Stories of each tribe; all when left out. */
  stories?: readonly TribeStory[];
  log?: (line: string) => void;
  /** Resolves when the effects of the acts so far have happened; called at the end of each day of the story. */
  settled?: () => Promise<void>;
  /** File that saves the progress; an aborted start continues from it. */
  progressLog?: string;
}

/** Concurrent acts of one moment. */
const concurrency = 6;

/**
 * Seeds the demo's story of the last fourteen days through the public API: each act by its author, at its time. Throws
 * at the first act that fails, with its name. Continues where the same progressLog ends.
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

/**
 * Acts that are not in the progress log; each adds itself to it. Registrations are repeated, because they sign the
 * people in.
 */
function stillToPlay(acts: readonly Act[], progressLog: ProgressLog): Act[] {
  const played = progressLog.finishedActs();
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

/** Returns all acts, unsorted. */
export function allActs(stage: DemoWorld, admin: Account, chosenStories: readonly TribeStory[] = stories): Act[] {
  const registrations = arrivals(stage);
  const first = Math.min(...registrations.map(({ at }) => at));
  return [
    { at: first - 60_000, name: 'arrival:admin', play: () => stage.clients.signInAdmin(admin) },
    ...registrations,
    ...foundations(stage),
    ...joinings(stage),
    ...followings(stage),
    ...profileActs(stage, chosenStories),
    ...boardActs(stage),
    ...signInActs(stage),
    ...siteModerationActs(stage),
    ...chosenStories.flatMap((story) => contentActs(stage, story)),
    ...tribeMediaActs(stage),
    ...directMessages(stage),
    ...admissionActs(stage),
    ...levelActs(stage),
    ...moderationActs(stage),
    ...inboxes(stage),
    ...agentActs(stage),
    ...siteSettings(stage),
    ...landingActs(stage),
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
    await playConcurrently(acts, concurrency);
  }
}
