import type { Secrets } from '@tribus/community/secrets.ts';
import type { UploadKeeper } from '@tribus/community/upload-keeper.ts';
import type { UserPresenter } from '@tribus/community/user-presenter.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { Cursors } from '@tribus/kit/http/cursor.ts';
import type { MediaUrls } from '@tribus/kit/storage/signed-url.ts';
import type { ContentServiceService } from '@tribus/proto/content/v1/service.ts';
import type { GamificationServiceService } from '@tribus/proto/gamification/v1/service.ts';
import type { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import type { MessagingServiceService } from '@tribus/proto/messaging/v1/service.ts';
import type { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import type { VibesServiceService } from '@tribus/proto/vibes/v1/service.ts';
import type { GoogleClient } from './google-client.ts';
import type { KnownDevices } from './known-devices.ts';
import type { LoginAttempts } from './login-attempts.ts';
import type { SiteMailer } from './mail/site-mailer.ts';
import type { Networks } from './networks.ts';
import type { PasskeyChallenges } from './passkey-challenges.ts';
import type { Passwords } from './passwords.ts';
import type { SessionUses } from './session-uses.ts';
import type { Presence } from './store/presence.ts';
import type { IdentityStore } from './store/store.ts';
import type { SessionTokens } from './tokens.ts';

/** Dependencies of this service's rules; assembled in service.ts. */
export interface Deps {
  ctx: Context;
  store: IdentityStore;
  presence: Presence;
  passwords: Passwords;
  attempts: LoginAttempts;
  devices: KnownDevices;
  sessionUses: SessionUses;
  networks: Networks;
  passkeyChallenges: PasskeyChallenges;
  secrets: Secrets;
  tokens: SessionTokens;
  presenter: UserPresenter;
  cursors: Cursors;
  mailer: SiteMailer;
  /** Undefined when sign-in with Google is not configured. */
  google: GoogleClient | undefined;
  /** The public address without a trailing slash; base of links in mails. */
  publicUrl: string;
  /** Recipient of contact messages. */
  contactEmail: string;
  /** Hours during which an account counts as new. */
  newAccountHours: number;
  tribes: Calls<TribesServiceService>;
  media: Calls<MediaServiceService>;
  uploads: UploadKeeper<'profile'>;
  gamification: Calls<GamificationServiceService>;
  content: Calls<ContentServiceService>;
  vibes: Calls<VibesServiceService>;
  messaging: Calls<MessagingServiceService>;
  urls: MediaUrls;
}
