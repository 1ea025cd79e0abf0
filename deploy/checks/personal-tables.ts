/**
 * What the export of a user's data contains of a table or collection (docs/decisions/0015): areas of the archive, by
 * their names in identity's `personalAreas`, or the reason why it contains none. `noUsers` for one without user ids.
 */
export type InExport = { readonly areas: readonly string[] } | { readonly leftOut: string } | 'noUsers';

const areas = (...names: string[]): InExport => ({ areas: names });
const leftOut = (reason: string): InExport => ({ leftOut: reason });

const ofAccountProof = leftOut('secrets and hashes that prove the identity of the user');
const ofLimit = leftOut('counts of the last hours or days for a limit, which follow from exported records');
const ofDeletion = leftOut('a note that data is deleted or remains to be deleted');
const ofAgents = leftOut('agents are run by admins and have no sign-in');
const ofDelivery = leftOut('events with ids, which repeat changes of exported records for a few days');

/** Of each service, by table or collection. */
export const personalTables: Readonly<Record<string, Readonly<Record<string, InExport>>>> = {
  identity: {
    users: areas('account'),
    sessions: areas('sessions'),
    signIns: areas('sign-ins'),
    secondFactors: areas('account'),
    recoveryCodes: ofAccountProof,
    secondFactorChallenges: ofAccountProof,
    emailChanges: areas('account'),
    passkeys: areas('account'),
    usedPasskeyChallenges: 'noUsers',
    oneTimeTokens: ofAccountProof,
    googleIdentities: areas('account'),
    lastMails: 'noUsers',
    loginCounts: ofLimit,
    failedSignIns: ofLimit,
    follows: areas('following', 'followers'),
    blocks: areas('blocks'),
    mutes: areas('mutes'),
    tasks: areas('tasks'),
    siteSettings: 'noUsers',
    adsSettings: 'noUsers',
    emailSettings: 'noUsers',
    contactMessages: areas('contact-messages'),
    sanctions: areas('sanctions'),
    keptSanctions: leftOut('sanctions of deleted accounts, which cannot request an export'),
    dataExports: leftOut('the exports themselves, which the account screen lists'),
    auditLog: areas('actions'),
  },
  tribes: {
    tribes: 'noUsers',
    members: areas('tribes', 'tribe-answers'),
    stays: areas('tribe-stays'),
    owners: leftOut('the number of owned tribes, which are in the list of tribes'),
    ownershipOffers: areas('ownership-offers'),
    postLevels: 'noUsers',
    levels: 'noUsers',
    challenges: 'noUsers',
    submissions: areas('submissions'),
    quizAttempts: areas('quiz-attempts'),
    levelUps: areas('level-ups'),
    bans: areas('tribe-bans'),
    restrictions: areas('tribe-restrictions'),
    requestNotes: areas('tribe-notes'),
    invites: areas('tribe-invites'),
    newAccountJoins: ofLimit,
    inviteUses: areas('tribe-arrivals'),
    deletedTribes: 'noUsers',
    deletedChallenges: 'noUsers',
    endedProgress: ofDeletion,
  },
  content: {
    posts: areas('posts'),
    postSearch: 'noUsers',
    tribeMedia: areas('tribe-media'),
    goneTribes: 'noUsers',
    deletedTribes: 'noUsers',
    deletedPosts: 'noUsers',
    deletedComments: 'noUsers',
    deletedCases: 'noUsers',
    pinnedPosts: 'noUsers',
    announcements: 'noUsers',
    comments: areas('comments'),
    reactions: areas('reactions'),
    views: areas('views'),
    activeDays: areas('active-days'),
    tribeDays: 'noUsers',
    landing: 'noUsers',
    landingFiles: 'noUsers',
    cases: areas('decisions'),
    reports: areas('reports'),
    reportDays: ofLimit,
    caseDecisions: areas('decisions'),
    caseNotes: areas('case-notes'),
  },
  'vibes-realtime': {
    vibes: areas('vibe-reactions'),
    deleted_vibes: 'noUsers',
    deleted_tribes: 'noUsers',
    tap_receipts: 'noUsers',
    tickets: ofAccountProof,
  },
  messaging: {
    chat_messages: areas('chat-messages', 'chat-likes', 'chat-dislikes'),
    chat_settings: 'noUsers',
    chat_paces: ofLimit,
    direct_messages: areas('messages'),
    direct_conversations: areas('conversations'),
    notifications: areas('notifications'),
    deleted_tribes: 'noUsers',
    fan_out_progress: 'noUsers',
    notice_budgets: ofLimit,
  },
  gamification: {
    ledger: areas('points-history'),
    totals: areas('points'),
    contributions: leftOut('the balance of each cause, which follows from the history of points'),
    challengeAwards: leftOut('the current award of each challenge, which follows from the history of points'),
    gone: ofDeletion,
  },
  agents: { agents: ofAgents, actions: ofAgents },
  media: {
    reservations: ofLimit,
    uploads: ofLimit,
    resumableUploads: leftOut('uploads that no post shows, deleted within a day'),
    collections: 'noUsers',
    stores: 'noUsers',
    objects: areas('pictures'),
  },
};

/** Of the tables and collections of the kit, in the store of every service. */
export const personalKitTables: Readonly<Record<string, InExport>> = {
  outbox: ofDelivery,
  outboxStreams: 'noUsers',
  consumerCopies: 'noUsers',
  eventPartitions: 'noUsers',
  consumerPositions: 'noUsers',
  parkedEvents: ofDelivery,
  inbox: 'noUsers',
  jobWorkers: 'noUsers',
  jobStates: 'noUsers',
  idempotencyKeys: leftOut('responses to requests of the last day, for a repetition of the request'),
  goneActors: ofDeletion,
  outbox_streams: 'noUsers',
  outbox_leases: 'noUsers',
  published_events: ofDelivery,
  consumer_copies: 'noUsers',
  event_partitions: 'noUsers',
  consumer_positions: 'noUsers',
  parked_events: ofDelivery,
  gone_actors: ofDeletion,
};
