import { useState } from 'react';
import { JoinResults } from '../../features/notifications/join-results.tsx';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { useObservable } from '../../lib/observable.ts';
import { reportTarget } from '../../lib/report.ts';
import { useLoadErrorToast } from '../../ui/use-load-error-toast.ts';
import { useFreshPictures } from './use-fresh-pictures.ts';
import { useHeartbeat } from './use-heartbeat.ts';

const PendingInvite = lazyComponent(
  async () => (await import('../../features/invites/pending-invite.tsx')).PendingInvite,
);
const LevelUps = lazyComponent(async () => (await import('../../features/levels/level-ups.tsx')).LevelUps);
const Ads = lazyComponent(async () => (await import('../../features/ads/ads.tsx')).Ads);

/** Kept mounted after first use, so that its closing can be animated. */
const ReportSheet = lazyComponent(async () => (await import('../../lib/report-sheet.tsx')).ReportSheet);

/** Components for members on any screen, loaded after the screen itself. */
export function MemberExtras({ ads }: { ads: boolean }) {
  const isReporting = useObservable(reportTarget) !== null;
  const [reports, setReports] = useState(isReporting);
  if (isReporting && !reports) setReports(true);
  const showLoadError = useLoadErrorToast();
  useHeartbeat();
  useFreshPictures();
  return (
    <>
      <JoinResults />
      <LazyPart>
        <PendingInvite />
      </LazyPart>
      <LazyPart>
        <LevelUps />
      </LazyPart>
      {reports && (
        <LazyPart
          onFailed={(error) => {
            showLoadError(error);
            reportTarget.set(null);
            setReports(false);
          }}
        >
          <ReportSheet />
        </LazyPart>
      )}
      {ads && (
        <LazyPart>
          <Ads />
        </LazyPart>
      )}
    </>
  );
}
