import type { Postgres } from '@tribus/kit/postgres/postgres.ts';
import { openStore, type ServiceStore, type StoreTx } from '@tribus/kit/postgres/service-store.ts';
import type { Kysely } from 'kysely';
import { ActiveDays } from './active-days.ts';
import { Activity } from './activity.ts';
import { Announcements } from './announcements.ts';
import { BestPosts } from './best-posts.ts';
import { CaseDecisions } from './case-decisions.ts';
import { CaseEdits } from './case-edits.ts';
import { CaseErasure } from './case-erasure.ts';
import { CaseHiding } from './case-hiding.ts';
import { Cases } from './cases.ts';
import { Comments } from './comments.ts';
import { Counters } from './counters.ts';
import { Discovery } from './discovery.ts';
import { FeedFacts } from './feed-facts.ts';
import { Hiding } from './hiding.ts';
import { HomeFeed } from './home-feed.ts';
import { HourlyWriting } from './hourly-writing.ts';
import { Landing } from './landing.ts';
import { Orphans } from './orphans.ts';
import { PictureAccess } from './picture-access.ts';
import { Pins } from './pins.ts';
import { PlaceSlugs } from './place-slugs.ts';
import { PostStatistics } from './post-stats.ts';
import { PostVersions } from './post-versions.ts';
import { PostVideos } from './post-videos.ts';
import { Posts } from './posts.ts';
import { Reactions } from './reactions.ts';
import { Reports } from './reports.ts';
import { Search } from './search.ts';
import { Surroundings } from './surroundings.ts';
import type { ContentDb } from './tables.ts';
import { TribeDays } from './tribe-days.ts';
import { TribeMedia } from './tribe-media.ts';
import { TribeTombstones } from './tribe-tombstones.ts';
import { VideoOutcomes } from './video-outcomes.ts';
import { Views } from './views.ts';
import { WaitingCases } from './waiting-cases.ts';

const nouns = (db: Kysely<ContentDb>) => ({
  posts: new Posts(db),
  homeFeed: new HomeFeed(db),
  discovery: new Discovery(db),
  postVersions: new PostVersions(db),
  postVideos: new PostVideos(db),
  videoOutcomes: new VideoOutcomes(db),
  views: new Views(db),
  activeDays: new ActiveDays(db),
  hourlyWriting: new HourlyWriting(db),
  tribeDays: new TribeDays(db),
  tribeTombstones: new TribeTombstones(db),
  bestPosts: new BestPosts(db),
  postStatistics: new PostStatistics(db),
  pins: new Pins(db),
  announcements: new Announcements(db),
  tribeMedia: new TribeMedia(db),
  feedFacts: new FeedFacts(db),
  comments: new Comments(db),
  reactions: new Reactions(db),
  activity: new Activity(db),
  landing: new Landing(db),
  pictureAccess: new PictureAccess(db),
  counters: new Counters(db),
  orphans: new Orphans(db),
  hiding: new Hiding(db),
  reports: new Reports(db),
  cases: new Cases(db),
  waitingCases: new WaitingCases(db),
  caseEdits: new CaseEdits(db),
  caseErasure: new CaseErasure(db),
  caseHiding: new CaseHiding(db),
  caseDecisions: new CaseDecisions(db),
  surroundings: new Surroundings(db),
  search: new Search(db),
  placeSlugs: new PlaceSlugs(db),
});

export type ContentStore = ServiceStore<ReturnType<typeof nouns>>;
export type ContentTx = StoreTx<ReturnType<typeof nouns>>;

export const openContentStore = (postgres: Postgres<ContentDb>) => openStore(postgres, nouns);
