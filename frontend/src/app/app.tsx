import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { blockReload } from '../lib/build.ts';
import { createQueryClient, hasUnsent } from '../lib/query-client.ts';
import { Toaster } from '../ui/toast.tsx';
import { CrashBoundary } from './error-page.tsx';
import { AppRoutes } from './router.tsx';

/** The providers of every screen, and the screens. */
export function App() {
  const [queryClient] = useState(createQueryClient);
  useEffect(() => blockReload(() => hasUnsent(queryClient)), [queryClient]);
  return (
    <CrashBoundary extent="page">
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>
          <BrowserRouter>
            <AppRoutes />
            <Toaster />
          </BrowserRouter>
        </QueryClientProvider>
      </CSPProvider>
    </CrashBoundary>
  );
}
