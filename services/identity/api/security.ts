import { Cursor, limit, pageOf, Time } from '@tribus/kit/http/schemas.ts';
import { line, opaque } from '@tribus/kit/http/text.ts';
import { z } from 'zod';
import { emailMax, passkeyNameMax, signInsShown } from '../limits.ts';
import { NewPassword } from './passwords.ts';

/** Account protection: password, address, devices, second factor, passkeys. */

/** A password entered to prove the user's identity: any text is accepted, and is right or wrong. */
const CurrentPassword = opaque(z.string('password_missing')).max(1_000);

/** A device as described by its browser; unknown names are empty. */
export const Device = z
  .object({
    browser: z.string(),
    system: z.string(),
    kind: z.enum(['phone', 'tablet', 'desk', 'unknown']),
  })
  .meta({ id: 'Device' });
export type Device = z.output<typeof Device>;

/** Whether the current request comes from the same network; the network itself is not stored. */
export const Network = z.enum(['same', 'other', 'unknown']).meta({ id: 'Network' });
export type Network = z.output<typeof Network>;

/** GET auth/me/security: how the account is protected. */
export const Security = z
  .object({
    email: z.string(),
    hasPassword: z.boolean().meta({ description: 'False for accounts that sign in with Google only' }),
    signedInRecently: z.boolean().meta({ description: 'Required for changes of security when there is no password' }),
    secondFactor: z
      .object({ since: Time, recoveryCodesLeft: z.int() })
      .nullable()
      .meta({ description: 'Null while disabled' }),
  })
  .meta({ id: 'Security' });
export type Security = z.output<typeof Security>;

export const signInWays = ['registration', 'password', 'google', 'passkey'] as const;
export const signInOutcomes = ['signed_in', 'wrong_password', 'wrong_code'] as const;

/** One entry of the actor's sign-in history. */
export const SignInEntry = z
  .object({
    id: z.string(),
    createdAt: Time,
    device: Device,
    network: Network,
    way: z.enum(signInWays),
    outcome: z.enum(signInOutcomes),
  })
  .meta({ id: 'SignInEntry' });
export type SignInEntry = z.output<typeof SignInEntry>;

/** GET auth/sign-ins: the last 90 days, newest first. */
export const SignInsQuery = z.object({ limit: limit(signInsShown), cursor: Cursor });
export type SignInsQuery = z.output<typeof SignInsQuery>;
export const SignIns = pageOf(SignInEntry);
export type SignIns = z.output<typeof SignIns>;

/** PUT auth/me/password. An account without a password needs a recent sign-in instead of the current one. */
export const PasswordChange = z.object({
  currentPassword: CurrentPassword.optional(),
  newPassword: NewPassword,
});
export type PasswordChange = z.output<typeof PasswordChange>;

/** Proof of identity: the password; absent for an account that has none. */
export const Proof = z.object({ currentPassword: CurrentPassword.optional() });

/** Body of PUT auth/me/email. */
export const EmailChange = Proof.extend({
  email: z.string('email_invalid').trim().toLowerCase().max(emailMax, 'email_invalid').pipe(z.email('email_invalid')),
});
export type EmailChange = z.output<typeof EmailChange>;

/** The token of a mailed link. */
export const LinkToken = z.object({ token: opaque(z.string('link_expired')).max(200, 'link_expired') });

/** POST auth/email/undo: the restored address of the account. */
export const EmailUndone = z.object({ email: z.string() });

/** PUT auth/me/second-factor: the secret for an authenticator app; enabled after confirmation. */
export const SecondFactorSetup = z.object({
  secret: z.string().meta({ description: 'Base32, for manual entry' }),
  uri: z.string().meta({ description: 'otpauth://, for a QR code' }),
});
export type SecondFactorSetup = z.output<typeof SecondFactorSetup>;

const Code = opaque(z.string('wrong_code')).min(1, 'wrong_code').max(40, 'wrong_code');

/** Body of PUT auth/me/second-factor/confirmation. */
export const SecondFactorConfirmation = z.object({ code: Code });

/** Required to renew recovery codes and to disable the second factor. */
export const SecondFactorProof = Proof.extend({
  code: Code.meta({ description: 'A code of the app, or a recovery code' }),
});
export type SecondFactorProof = z.output<typeof SecondFactorProof>;

/** New recovery codes; no later response contains them. */
export const RecoveryCodes = z.object({ codes: z.array(z.string()) });
export type RecoveryCodes = z.output<typeof RecoveryCodes>;

/** Response of a sign-in that needs a second factor: the first one was right, and there is no session yet. */
export const SecondFactorNeeded = z
  .object({ secondFactor: z.object({ challenge: z.string(), expiresAt: Time }) })
  .meta({ id: 'SecondFactorNeeded' });
export type SecondFactorNeeded = z.output<typeof SecondFactorNeeded>;

/** Body of POST auth/login/second-factor. */
export const SecondFactorAnswer = z.object({
  challenge: opaque(z.string('challenge_over')).max(200, 'challenge_over'),
  code: opaque(z.string('wrong_sign_in_code')).min(1, 'wrong_sign_in_code').max(40, 'wrong_sign_in_code'),
});
export type SecondFactorAnswer = z.output<typeof SecondFactorAnswer>;

/** One of the actor's passkeys. */
export const Passkey = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: Time,
    lastUsedAt: Time.nullable(),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.output<typeof Passkey>;

export const Passkeys = z.object({ items: z.array(Passkey) });

/** Options for the browser's WebAuthn call, in JSON. */
export const PasskeyOptions = z.object({
  options: z.record(z.string(), z.unknown()).meta({ description: 'PublicKeyCredential…OptionsJSON' }),
});

const PasskeyName = line('passkey_name_missing').min(1, 'passkey_name_missing').max(passkeyNameMax);

const Base64Url = opaque(z.string('passkey_invalid')).max(20_000, 'passkey_invalid');

/** The browser's response; other fields are ignored. */
const NewCredential = z.object({
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z
      .array(opaque(z.string()).regex(/^[a-z-]{1,20}$/))
      .max(10)
      .optional(),
  }),
  clientExtensionResults: z.object({}).default({}),
});

/** Body of POST auth/me/passkeys. */
export const NewPasskey = z.object({ name: PasskeyName, credential: NewCredential });
export type NewPasskey = z.output<typeof NewPasskey>;

/** Body of PUT auth/me/passkeys/{id}. */
export const PasskeyChange = z.object({ name: PasskeyName });

/** Body of POST auth/login/passkey. */
export const PasskeySignIn = z.object({
  credential: z.object({
    id: Base64Url,
    rawId: Base64Url,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: Base64Url,
      authenticatorData: Base64Url,
      signature: Base64Url,
      userHandle: Base64Url.optional(),
    }),
    clientExtensionResults: z.object({}).default({}),
  }),
});
