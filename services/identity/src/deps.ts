import type { UserPresenter } from '@tribus/community/user-presenter.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { Cursors } from '@tribus/kit/http/cursor.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import type { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import type { KnownDevices } from './known-devices.ts';
import type { LoginAttempts } from './login-attempts.ts';
import type { Mailer } from './mailer.ts';
import type { Passwords } from './passwords.ts';
import type { Presence } from './store/presence.ts';
import type { IdentityStore } from './store/store.ts';
import type { SessionTokens } from './tokens.ts';

/** What the rules of this service work with; put together in service.ts. */
export interface Deps {
  ctx: Context;
  store: IdentityStore;
  presence: Presence;
  passwords: Passwords;
  attempts: LoginAttempts;
  devices: KnownDevices;
  tokens: SessionTokens;
  presenter: UserPresenter;
  cursors: Cursors;
  /** Undefined where mail is neither sent nor written to files. */
  mailer: Mailer | undefined;
  /** Who reads what is written by the contact form. */
  contactEmail: string;
  tribes: Calls<TribesServiceService>;
}
