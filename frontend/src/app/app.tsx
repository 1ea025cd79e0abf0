import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { holdReload } from '../lib/build.ts';
import { createQueryClient, hasUnsent } from '../lib/query-client.ts';
import { Toaster } from '../ui/toast.tsx';
import { CrashBoundary } from './error-page.tsx';
import { AppRoutes } from './router.tsx';

/** The providers that every screen relies on, and the screens. */
export function App() {
  const [queryClient] = useState(createQueryClient);
  useEffect(() => holdReload(() => hasUnsent(queryClient)), [queryClient]);
  return (
    <CrashBoundary place="page">
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
