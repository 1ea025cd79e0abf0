import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { createQueryClient } from '../lib/query-client.ts';
import { Toaster } from '../ui/toast.tsx';
import { CrashBoundary } from './error-page.tsx';
import { AppRoutes } from './router.tsx';

/** The whole app: what every screen may rely on, then the screens. */
export function App() {
  const [queryClient] = useState(createQueryClient);
  return (
    <CrashBoundary>
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
