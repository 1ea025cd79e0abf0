import { http } from './http.ts';
import { currentLanguage, noteLanguage, setLanguage } from './i18n.ts';
import { type SessionUser, session } from './session.ts';
import { local } from './storage.ts';

/**
 * The language of the account and of this device (docs/decisions/0034). The account has the last choice of its owner on
 * any device; a device sends a choice until the server has confirmed it.
 */

/** Whose choice on this device no account has stored yet: a user's id, or VISITOR. Also in public/theme.js. */
const UNSENT = 'unsentLanguage';
const VISITOR = 'visitor';

/** Whether this page has followed and sent the language in the session of `token`. */
let page = { token: '', hasFollowed: false, hasSent: false };
let isSending = false;

const isUnsent = (userId: string): boolean => [userId, VISITOR].includes(local.read(UNSENT) ?? '');

function pageState(): typeof page {
  const token = session.get().token ?? '';
  if (page.token !== token) page = { token, hasFollowed: false, hasSent: false };
  return page;
}

/** Marks the current language as chosen on this device, and sends it while somebody is signed in. */
export function recordLanguageChoice(): void {
  const { token, user } = session.get();
  local.write(UNSENT, user?.id ?? VISITOR);
  if (token) void sendLanguage();
}

/**
 * Sets the language of a person who signs in, unless a choice on this device is unsent. Also resolves when its texts
 * cannot be loaded: the next load of the app tries again.
 */
export async function adoptLanguage({ id, language }: Pick<SessionUser, 'id' | 'language'>): Promise<void> {
  if (!language || isUnsent(id)) return;
  local.remove(UNSENT);
  if (language !== currentLanguage()) await setLanguage(language).catch(() => undefined);
}

/**
 * Compares this device with the account, each time its user object has been read: sends an unsent choice, and the
 * language of an account that has none. The page adopts the account's once, when it loads; a later one is for its next
 * load, because the texts must not change while they are read. After it has sent one, a user object may be older.
 */
export function followAccountLanguage(user: Pick<SessionUser, 'id' | 'language'>): void {
  const state = pageState();
  const isFirst = !state.hasFollowed;
  state.hasFollowed = true;
  if (!user.language || isUnsent(user.id)) void sendLanguage();
  else if (isFirst && !state.hasSent) void adoptLanguage(user);
  else if (!state.hasSent) noteLanguage(user.language);
}

async function sendLanguage(): Promise<void> {
  pageState().hasSent = true;
  if (isSending) return;
  isSending = true;
  await sendUntilCurrent();
  isSending = false;
}

async function sendUntilCurrent(): Promise<void> {
  const { token, user } = session.get();
  const language = currentLanguage();
  try {
    await http.put('/auth/me/language', { body: { language } });
  } catch {
    // The choice stays unsent, and is sent again when the user object has been read the next time.
    return;
  }
  if (session.get().token !== token) return;
  if (currentLanguage() !== language) return sendUntilCurrent();
  local.remove(UNSENT);
  if (user) session.merge({ id: user.id, language });
}
