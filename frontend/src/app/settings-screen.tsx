import { useLocation } from 'react-router-dom';
import { AdsPage } from '../features/settings/ads-page.tsx';
import { EmailPage } from '../features/settings/email-page.tsx';
import { MaintenancePage } from '../features/settings/maintenance-page.tsx';
import { StoragePage } from '../features/settings/storage-page.tsx';
import { paths } from '../lib/paths.ts';

/** The settings of the site, for its admins: one chunk for all of them. */
export function SettingsScreen() {
  const { pathname } = useLocation();
  if (pathname === paths.emailSettings) return <EmailPage />;
  if (pathname === paths.storageSettings) return <StoragePage />;
  if (pathname === paths.adsSettings) return <AdsPage />;
  return <MaintenancePage />;
}
