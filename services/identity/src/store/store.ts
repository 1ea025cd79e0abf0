import type { Postgres } from '@tribus/kit/postgres/postgres.ts';
import { openStore, type ServiceStore, type StoreTx } from '@tribus/kit/postgres/service-store.ts';
import type { Kysely } from 'kysely';
import { AccountDeletions } from './account-deletions.ts';
import { Ads } from './ads.ts';
import { AuditLog } from './audit.ts';
import { Blocks } from './blocks.ts';
import { ContactMessages } from './contact.ts';
import { DataExports } from './data-exports.ts';
import { DismissedSuggestions } from './dismissed-suggestions.ts';
import { EmailChanges } from './email-changes.ts';
import { EmailSettings } from './email-settings.ts';
import { FailedSignInCounts } from './failed-sign-ins.ts';
import { FollowedLabels } from './followed-labels.ts';
import { Follows } from './follows.ts';
import { GoogleIdentities } from './google-identities.ts';
import { LastMails } from './last-mails.ts';
import { LoginCounts } from './login-counts.ts';
import { Mutes } from './mutes.ts';
import { OneTimeTokens } from './one-time-tokens.ts';
import { OwnData } from './own-data.ts';
import { Passkeys } from './passkeys.ts';
import { Profiles } from './profiles.ts';
import { RetainedSanctions } from './retained-sanctions.ts';
import { Sanctions } from './sanctions.ts';
import { SecondFactors } from './second-factors.ts';
import { Sessions } from './sessions.ts';
import { SignIns } from './sign-ins.ts';
import { Site } from './site.ts';
import type { IdentityDb } from './tables.ts';
import { Tasks } from './tasks.ts';
import { UserDirectory } from './user-directory.ts';
import { UserSearch } from './user-search.ts';
import { Users } from './users.ts';

const createStores = (db: Kysely<IdentityDb>) => ({
  users: new Users(db),
  profiles: new Profiles(db),
  sessions: new Sessions(db),
  signIns: new SignIns(db),
  secondFactors: new SecondFactors(db),
  passkeys: new Passkeys(db),
  emailChanges: new EmailChanges(db),
  follows: new Follows(db),
  followedLabels: new FollowedLabels(db),
  dismissedSuggestions: new DismissedSuggestions(db),
  blocks: new Blocks(db),
  mutes: new Mutes(db),
  accountDeletions: new AccountDeletions(db),
  dataExports: new DataExports(db),
  ownData: new OwnData(db),
  tasks: new Tasks(db),
  site: new Site(db),
  ads: new Ads(db),
  emailSettings: new EmailSettings(db),
  contact: new ContactMessages(db),
  audit: new AuditLog(db),
  directory: new UserDirectory(db),
  userSearch: new UserSearch(db),
  sanctions: new Sanctions(db),
  retainedSanctions: new RetainedSanctions(db),
  loginCounts: new LoginCounts(db),
  failedSignIns: new FailedSignInCounts(db),
  oneTimeTokens: new OneTimeTokens(db),
  lastMails: new LastMails(db),
  googleIdentities: new GoogleIdentities(db),
});

/**
 * Order of locks, the same in every transaction, because two that lock in opposite order deadlock:
 * 1. `directory.lockAdmins`, where the last admin matters;
 * 2. accounts: the actor's before another's, two that change alike by id, and each with the strongest lock at once
 *    (`lockForDeletion`, or `lock` for changes, or `lockAgainstDeletion` for rows that refer to it);
 * 3. rows of the account: tokens, changes of address, sign-in methods, sanctions, sessions.
 * A row that names its account (a token, a sanction) is read first, and locked or consumed after the account. The jobs
 * that issue tokens and the routes that end a single session lock one row and no account.
 */
export type IdentityStore = ServiceStore<ReturnType<typeof createStores>>;
export type IdentityTx = StoreTx<ReturnType<typeof createStores>>;

export const openIdentityStore = (postgres: Postgres<IdentityDb>) => openStore(postgres, createStores);
