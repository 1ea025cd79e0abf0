import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { withTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { adsQuery } from './api.ts';

const AdBreaks = lazyComponent(withTexts(async () => (await import('./ad-breaks.tsx')).AdBreaks, 'tools'));

/** Where people look after the site or after their account: no ad comes between. */
const quiet =
  /^\/(?:admin|tools\/(?:account|[a-z]+-settings|landing-manager|agents|post-stats|gamification-thresholds))(?:\/|$)/;

/** The banner of ads (specification 1, section 2). Its code is asked for only where ads are on. */
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
