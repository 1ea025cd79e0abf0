import { type ReactNode, useEffect, useState } from 'react';
import { useTexts, withTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { useSession } from '../../lib/session.ts';
import { cx } from '../../ui/cx.ts';
import { lazyOverlay } from '../../ui/lazy-overlay.tsx';
import { toast } from '../../ui/toast.tsx';
import { BottomTabs } from './bottom-tabs.tsx';
import { recordTyping } from './early-typing.ts';
import type { Frame } from './frame.ts';
import { MaintenanceGate } from './maintenance-gate.tsx';
import { Notices } from './notices.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { Rail } from './rail.tsx';
import { TopBar } from './top-bar.tsx';
import { useQuickMenuKey } from './use-quick-menu-key.ts';
import { useRealtime } from './use-realtime.ts';

const MemberExtras = lazyComponent(
  withTexts(async () => (await import('./member-extras.tsx')).MemberExtras, 'members'),
);
const QuickMenu = lazyOverlay<{ open: boolean; onClose: () => void }>(
  ({ open }) => open,
  recordTyping(withTexts(async () => (await import('./quick-menu.tsx')).QuickMenu, 'tools', 'members', 'explore')),
);

export function Shell({ frame, children }: { frame: Frame; children: ReactNode }) {
  const { t } = useTexts();
  const { token, user, ended } = useSession();
  const [quickMenuOpen, setQuickMenuOpen] = useState(false);
  const member = frame === 'bare' ? null : user;
  // A token without its user, who is being fetched: the layout is already that of a member.
  const awaitsMember = token !== null && user === null && frame !== 'bare';
  const hasRail = member !== null || awaitsMember;
  const bars = frame !== 'immersive';
  // As high as the window: a banner above the screen makes the screen smaller instead of pushing it out.
  const fills = frame === 'full-height' || frame === 'immersive';
  useRealtime();
  useQuickMenuKey(() => setQuickMenuOpen(true));

  useEffect(() => {
    if (ended === 'expired') toast(() => t('shell.sessionExpired'), { tone: 'bad' });
  }, [ended, t]);

  return (
    <MaintenanceGate>
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-fg px-4 py-2 text-ground focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {t('shell.skip')}
      </a>
      {/* With the user the whole frame is replaced at once, instead of moving around the screen. */}
      <div key={awaitsMember ? 'awaited' : 'shown'} data-frame={frame} className={cx(fills && 'flex h-dvh flex-col')}>
        <OfflineBanner />
        <div className={cx((hasRail || fills) && 'mx-auto flex w-full max-w-360', fills && 'min-h-0 grow')}>
          {awaitsMember && <div className="w-68 shrink-0 max-lg:hidden" />}
          {member && <Rail me={member} onSearch={() => setQuickMenuOpen(true)} />}
          <div className={cx('min-w-0 grow', fills && 'flex flex-col')}>
            {user && <Notices me={user} frame={frame} />}
            {bars && <TopBar bare={frame === 'bare'} awaitsMember={awaitsMember} />}
            <main
              id="main"
              tabIndex={-1}
              className={cx(
                'outline-none',
                fills && 'min-h-0 grow',
                member && bars && (fills ? 'max-lg:pb-20' : 'max-lg:pb-24'),
              )}
            >
              {children}
            </main>
          </div>
        </div>
      </div>
      {member && bars && <BottomTabs />}
      {user && (
        <LazyPart>
          <MemberExtras ads={member !== null} />
        </LazyPart>
      )}
      <QuickMenu open={quickMenuOpen} onClose={() => setQuickMenuOpen(false)} />
    </MaintenanceGate>
  );
}
