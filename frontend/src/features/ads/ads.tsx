import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { withTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { adsQuery } from './api.ts';

const AdBreaks = lazyComponent(withTexts(async () => (await import('./ad-breaks.tsx')).AdBreaks, 'tools'));

/** Screens of site administration and account settings, which show no ads. */
const quiet =
  /^\/(?:admin|tools\/(?:account|[a-z]+-settings|landing-manager|agents|post-stats|gamification-thresholds))(?:\/|$)/;

/** The banner of ads (specification 1, section 2). Its code is loaded only when ads are enabled. */
export function Ads() {
  const { pathname } = useLocation();
  const { data } = useQuery(adsQuery);
  if (!data?.enabled) return null;
  return (
    <LazyPart>
      <AdBreaks config={data} isQuiet={quiet.test(pathname)} />
    </LazyPart>
  );
}
