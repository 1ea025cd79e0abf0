import { isUuid } from '@tribus/kit/core/ids.ts';
import type { Language } from '@tribus/kit/core/language.ts';
import type { AuditAction, AuditActorKind, AuditTarget } from '@tribus/proto/audit/v1/types.ts';
import type { AccountStatus, LabelKind, UserRole } from '@tribus/proto/identity/v1/types.ts';
import type { ColumnType, Generated } from 'kysely';
import type { Profile, ProfileVisibility } from '../../api/profile.ts';
import type { Sanction as SanctionAnswer } from '../../api/sanctions.ts';
import type { SignInEntry } from '../../api/security.ts';
import type { ContactForm, ContactMessage } from '../../api.ts';
import type { appealOutcomes, dataExportStates, taskStatuses } from '../../limits.ts';

type MailState = ContactMessage['mail'];

/** A photo stored in media: the picture, its sizes, and the placeholder shown until it loads. */
export interface StoredPhoto {
  id: string;
  key: string;
  squareKey: string;
  mediumKey: string;
  lqip: string;
}

/** The tables of migrations/. */
export interface IdentityDb {
  users: {
    id: string;
    email: string;
    name: string;
    passwordHash: string | null;
    role: Exclude<UserRole, 'none'>;
    status: Generated<Exclude<AccountStatus, 'none'>>;
    avatarUrl: string | null;
    /** Object key of the picture behind `avatarUrl`, if it is stored in media. */
    avatarKey: string | null;
    /** Profile fields; absent fields are empty. */
    profile: Generated<Partial<Profile>>;
    /** The user's choices; absent fields have their defaults. */
    visibility: Generated<Partial<ProfileVisibility>>;
    /** In display order. */
    photos: Generated<StoredPhoto[]>;
    language: Language | null;
    timeZone: string | null;
    /** Incremented at each revocation, which invalidates earlier proofs. */
    securityEpoch: Generated<number>;
    isAgent: Generated<boolean>;
    emailVerifiedAt: Date | null;
    /** Whether an admin replaced the address. */
    emailSetByAdmin: Generated<boolean>;
    /** `ADMIN_EMAIL` when the operator appointed the account. */
    appointedEmail: string | null;
    /** The time at which an admin lifted the limits of the new account. */
    limitsLiftedAt: Date | null;
    termsAcceptedAt: Date | null;
    /** The time at which they first saw the welcome tour. */
    welcomedAt: Date | null;
    showsPresence: Generated<boolean>;
    seenAt: Date | null;
    createdAt: Date;
  };
  sessions: {
    id: string;
    userId: string;
    userAgent: string;
    createdAt: Date;
    lastSeenAt: Date;
    expiresAt: Date;
    network: string | null;
  };
  signIns: {
    id: string;
    userId: string;
    createdAt: Date;
    userAgent: string;
    network: string | null;
    way: SignInEntry['way'];
    outcome: SignInEntry['outcome'];
  };
  secondFactors: {
    userId: string;
    secret: string;
    lastStep: Generated<number>;
    securityEpoch: Generated<number>;
    createdAt: Date;
    enabledAt: Date | null;
  };
  recoveryCodes: { userId: string; hash: string; createdAt: Date };
  secondFactorChallenges: {
    hash: Uint8Array;
    userId: string;
    way: 'password' | 'google';
    attempts: Generated<number>;
    securityEpoch: number;
    expiresAt: Date;
  };
  emailChanges: {
    id: string;
    userId: string;
    emailBefore: string;
    wasVerified: Generated<boolean>;
    changedAt: Date;
    undoneAt: Date | null;
  };
  passkeys: {
    id: string;
    userId: string;
    credentialId: string;
    publicKey: Uint8Array;
    counter: number;
    transports: string;
    name: string;
    createdAt: Date;
    lastUsedAt: Date | null;
  };
  usedPasskeyChallenges: { hash: Uint8Array; expiresAt: Date };
  oneTimeTokens: {
    hash: Uint8Array;
    purpose: string;
    userId: string | null;
    issue: string;
    payload: unknown;
    expiresAt: Date;
  };
  googleIdentities: { issuer: string; subject: string; userId: string; createdAt: Date };
  lastMails: { addressHash: string; kind: string; sentAt: Date };
  loginCounts: { key: string; failures: number; countedAt: Date; freeAt: Date };
  failedSignIns: { hour: Date; counted: 'account' | 'address'; key: string; failures: number };
  follows: { userId: string; followedId: string; createdAt: Date };
  blocks: { id: string; userId: string; blockedId: string; tribeId: number; createdAt: Date };
  mutes: {
    id: string;
    userId: string;
    kind: 'user' | 'tag' | 'word' | 'tribe';
    value: string;
    shown: string;
    mutedUserId: string | null;
    tribeId: number;
    createdAt: Date;
  };
  followedLabels: { userId: string; kind: Exclude<LabelKind, 'none'>; value: string; createdAt: Date };
  dismissedSuggestions: {
    userId: string;
    kind: 'tribe' | 'person' | 'tag';
    value: string;
    personId: string | null;
    dismissedAt: Date;
  };
  tasks: {
    id: string;
    userId: string;
    title: string;
    description: string;
    status: (typeof taskStatuses)[number];
    position: number;
    createdAt: Date;
  };
  siteSettings: {
    id: Generated<boolean>;
    maintenanceEnabled: boolean;
    maintenanceMessage: string;
    disableSignup: boolean;
  };
  adsSettings: {
    id: Generated<boolean>;
    enabled: boolean;
    script: string;
    adClient: string;
    adSlot: string;
    maxShowsPerSession: number;
    intervalSec: number;
  };
  emailSettings: {
    id: Generated<boolean>;
    host: string;
    port: number;
    secure: boolean;
    login: string;
    /** Encrypted under SETTINGS_KEY. */
    password: string | null;
    sender: string;
    replyTo: string;
  };
  contactMessages: {
    id: string;
    name: string;
    email: string;
    subject: ContactForm['subject'];
    message: string;
    language: Language;
    createdAt: Date;
    mail: MailState;
    handledAt: Date | null;
    handledBy: string | null;
    /** The account that was signed in, or null for a visitor's message. */
    senderId: string | null;
  };
  sanctions: {
    id: string;
    userId: string;
    kind: SanctionAnswer['kind'];
    reason: SanctionAnswer['reason'];
    message: string;
    /** Null when the account of the admin is deleted. */
    issuedBy: string | null;
    createdAt: Date;
    endsAt: Date | null;
    endedAt: Date | null;
    endCause: SanctionAnswer['endCause'];
    note: Generated<string>;
    appeal: string | null;
    appealedAt: Date | null;
    appealOutcome: (typeof appealOutcomes)[number] | null;
    appealAnswer: string | null;
    appealAnsweredAt: Date | null;
    firstId: string | null;
  };
  keptSanctions: {
    personHash: string;
    kind: Exclude<SanctionAnswer['kind'], 'warning'>;
    firstId: string;
    reason: SanctionAnswer['reason'];
    /** Null when the account of the admin is deleted. */
    issuedBy: string | null;
    endsAt: Date | null;
    keptUntil: Date;
  };
  dataExports: {
    id: string;
    userId: string;
    language: Language;
    userAgent: string;
    state: (typeof dataExportStates)[number];
    done: Generated<number>;
    total: Generated<number>;
    requestedAt: Date;
    readyAt: Date | null;
    expiresAt: Date | null;
    archiveKey: string | null;
    sizeBytes: number | null;
  };
  auditLog: {
    id: string;
    createdAt: Date;
    service: string;
    action: AuditAction;
    actorKind: Exclude<AuditActorKind, 'none'>;
    actorId: string;
    actorName: string;
    targetType: AuditTarget;
    targetId: string;
    targetName: string;
    before: AuditState;
    after: AuditState;
    addressMark: string;
    requestId: string;
  };
}

/** Written as JSON text. */
type AuditState = ColumnType<Record<string, unknown>, string, never>;

/** Returns the valid UUIDs. Others match no row, and Postgres would reject the whole statement. */
export const onlyUuids = (ids: readonly string[]): string[] => ids.filter(isUuid);
