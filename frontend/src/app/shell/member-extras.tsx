import { useState } from 'react';
import { JoinResults } from '../../features/notifications/join-results.tsx';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { useObservable } from '../../lib/observable.ts';
import { reportTarget } from '../../lib/report.ts';
import { useLoadErrorToast } from '../../ui/use-load-error-toast.ts';

const KeptInvite = lazyComponent(async () => (await import('../../features/invites/kept-invite.tsx')).KeptInvite);
const LevelUps = lazyComponent(async () => (await import('../../features/levels/level-ups.tsx')).LevelUps);
const Ads = lazyComponent(async () => (await import('../../features/ads/ads.tsx')).Ads);

/** Kept mounted once it was needed, so that its closing can be animated. */
const ReportSheet = lazyComponent(async () => (await import('../../lib/report-sheet.tsx')).ReportSheet);

/** What comes to a member on any screen, after the screen itself. */
export function MemberExtras({ ads }: { ads: boolean }) {
  const isReporting = useObservable(reportTarget) !== null;
  const [reports, setReports] = useState(isReporting);
  if (isReporting && !reports) setReports(true);
  const showLoadError = useLoadErrorToast();
  return (
    <>
      <JoinResults />
      <LazyPart>
        <KeptInvite />
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
