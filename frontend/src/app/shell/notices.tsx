import { useState } from 'react';
import { isReminderHidden } from '../../features/account/verify-reminder.ts';
import { withTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import type { SessionUser } from '../../lib/session.ts';
import { useIsDesk } from '../../ui/use-is-desk.ts';
import type { Frame } from './frame.ts';

const UnverifiedBanner = lazyComponent(
  withTexts(async () => (await import('../../features/account/unverified-banner.tsx')).UnverifiedBanner, 'recovery'),
);
/** Most people have none: it is loaded after the first screen. */
const OwnSanctions = lazyComponent(
  withTexts(async () => (await import('../../features/account/own-sanctions.tsx')).OwnSanctions, 'sanctions'),
);

/**
 * One line above the screen, with its space reserved from the first frame on, so that nothing moves when it appears.
 * The reminder does not wait for the sanctions and stays mounted when they load: it counts down after a mail.
 */
export function Notices({ me, frame }: { me: SessionUser; frame: Frame }) {
  const isDesk = useIsDesk();
  const [isSilenced, setSilenced] = useState(false);
  const reminds = frame === 'app' || (frame === 'tribe' && isDesk);
  return (
    <>
      {reminds && !isSilenced && !me.emailVerified && !isReminderHidden(me.email) && (
        <LazyPart fallback={<div className="h-11 shrink-0" />}>
          <UnverifiedBanner email={me.email} />
        </LazyPart>
      )}
      <LazyPart>
        <OwnSanctions onSilenced={setSilenced} />
      </LazyPart>
    </>
  );
}
