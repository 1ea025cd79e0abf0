import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { http } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.ts';
import { BrandMark } from './brand.tsx';

/** Paths that stay available during maintenance: where admins sign in and passwords are reset. */
const OPEN_PATHS: string[] = [paths.login, '/forgot-password', '/reset-password'];

const maintenanceQuery = {
  queryKey: queryKeys.maintenance,
  queryFn: ({ signal }: { signal: AbortSignal }) => http.get('/maintenance', { signal, anonymous: true }),
  refetchInterval: 60_000,
};

/** During maintenance visitors see a notice instead of the app. When the state cannot be fetched, they see the app. */
export function MaintenanceGate({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  const { token } = useSession();
  const { pathname } = useLocation();
  const { data } = useQuery({ ...maintenanceQuery, enabled: token === null });
  if (token !== null || !data?.enabled || OPEN_PATHS.includes(pathname)) return children;
  return (
    <main className="grid min-h-dvh place-items-center bg-(image:--firelight) p-6">
      <div className="grid max-w-lg justify-items-center gap-4 text-center">
        <BrandMark className="size-20 text-fg" />
        <h1 className="font-extrabold text-heading">{t('shell.maintenance')}</h1>
        <p className="prose-safe text-fg-muted">{data.message || t('shell.maintenanceText')}</p>
      </div>
    </main>
  );
}
