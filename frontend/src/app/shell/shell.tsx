import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { LatePart, late } from '../../lib/late.tsx';
import { useSession } from '../../lib/session.ts';
import { cx } from '../../ui/cx.ts';
import { toast } from '../../ui/toast.tsx';
import { useLoadErrorToast } from '../../ui/use-load-error-toast.ts';
import { BottomTabs } from './bottom-tabs.tsx';
import { MaintenanceGate } from './maintenance-gate.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { Rail } from './rail.tsx';
import { TopBar } from './top-bar.tsx';
import { useLive } from './use-live.ts';
import { useQuickMenuKey } from './use-quick-menu-key.ts';

/**
 * What stands around a screen.
 * app: bars or rail; room: the same, and the screen has exactly what is left of the window (conversations); bare: brand,
 * language and theme only (sign-in); stage: the rail of a desk, and the whole of a phone for the screen (vibes); none:
 * the screen has it all.
 */
export type Frame = 'app' | 'room' | 'bare' | 'stage' | 'none';

const JoinResults = late(async () => (await import('../../features/notifications/join-results.tsx')).JoinResults);
const QuickMenu = late(async () => (await import('./quick-menu.tsx')).QuickMenu);

export function Shell({ frame, children }: { frame: Frame; children: ReactNode }) {
  const { t } = useTexts();
  const { user, ended } = useSession();
  const [quick, setQuick] = useState(false);
  const showLoadError = useLoadErrorToast();
  const member = frame === 'app' || frame === 'room' || frame === 'stage' ? user : null;
  const bars = frame === 'app' || frame === 'room' || frame === 'bare';
  // As high as the window: what stands above the screen makes it smaller instead of pushing it out.
  const fills = frame === 'room' || frame === 'stage';
  useLive();
  useQuickMenuKey(() => setQuick(true));

  useEffect(() => {
    if (ended === 'expired') toast(t('shell.sessionExpired'), { tone: 'bad' });
  }, [ended, t]);

  return (
    <MaintenanceGate>
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-fg px-4 py-2 text-ground focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {t('shell.skip')}
      </a>
      <div className={cx(fills && 'flex h-dvh flex-col')}>
        <OfflineBanner />
        <div className={cx(member && 'mx-auto flex w-full max-w-360', fills && 'min-h-0 grow')}>
          {member && <Rail me={member} onSearch={() => setQuick(true)} />}
          <div className={cx('min-w-0 grow', fills && 'flex flex-col')}>
            {bars && <TopBar bare={frame === 'bare'} />}
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
        <LatePart>
          <JoinResults />
        </LatePart>
      )}
      {quick && (
        <LatePart
          onFailed={(error) => {
            setQuick(false);
            showLoadError(error);
          }}
        >
          <QuickMenu onClose={() => setQuick(false)} />
        </LatePart>
      )}
    </MaintenanceGate>
  );
}
