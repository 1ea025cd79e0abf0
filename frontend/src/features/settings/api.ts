import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Answer, Params } from '../../lib/contract.ts';
import { ApiError, http } from '../../lib/http.ts';
import { useMutation } from '../../lib/mutation.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export type MaintenanceConfig = Required<Answer<'get', '/admin/maintenance-config'>>;
type MaintenanceChange = Params<'put', '/admin/maintenance-config'>['body'];

const whole = ({ disableSignup, enabled = false, message = '' }: Answer<'get', '/admin/maintenance-config'>) => ({
  disableSignup,
  enabled,
  message,
});

export const maintenanceConfigQuery = queryOptions({
  queryKey: queryKeys.settings.maintenance,
  queryFn: async ({ signal }): Promise<MaintenanceConfig> =>
    whole(await http.get('/admin/maintenance-config', { signal })),
});

/** Saves the given fields, others stay; invalidates the cached state of the site. */
export function useSaveMaintenance() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: MaintenanceChange): Promise<MaintenanceConfig> =>
      whole(await http.put('/admin/maintenance-config', { body })),
    onSuccess: (saved) => {
      client.setQueryData(maintenanceConfigQuery.queryKey, saved);
      void client.invalidateQueries({ queryKey: queryKeys.site });
      void client.invalidateQueries({ queryKey: queryKeys.maintenance });
    },
  });
}

/** The current response of the site to a visitor. */
export interface VisitorView {
  /** Whether the gateway refuses visitors for maintenance. */
  isClosed: boolean;
  isSignupClosed: boolean;
}

/** The gateways read changed settings every two seconds. */
const visitorPollMs = 2_000;

/** Requests the site without the session, again until the response agrees with the saved settings. */
export const visitorViewQuery = ({ enabled, disableSignup }: MaintenanceConfig) =>
  queryOptions({
    queryKey: queryKeys.settings.visitorView({ enabled, disableSignup }),
    queryFn: async ({ signal }): Promise<VisitorView> => {
      const [isClosed, site] = await Promise.all([
        isRefusedInMaintenance(signal),
        http.get('/public/site', { signal, anonymous: true }),
      ]);
      return { isClosed, isSignupClosed: site.disableSignup };
    },
    refetchInterval: ({ state: { data } }) =>
      data && (data.isClosed !== enabled || data.isSignupClosed !== disableSignup) ? visitorPollMs : false,
    gcTime: 0,
    staleTime: 0,
  });

async function isRefusedInMaintenance(signal: AbortSignal): Promise<boolean> {
  try {
    await http.get('/public/hominini/info', { signal, anonymous: true });
    return false;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'maintenance') return true;
    throw error;
  }
}

export type EmailSettings = Answer<'get', '/admin/email-settings'>;
type EmailSettingsChange = Params<'put', '/admin/email-settings'>['body'];

export const emailSettingsQuery = queryOptions({
  queryKey: queryKeys.settings.email,
  queryFn: ({ signal }) => http.get('/admin/email-settings', { signal }),
});

/** Saves the given fields, others stay, including the password. */
export function useSaveEmailSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: EmailSettingsChange) => http.put('/admin/email-settings', { body }),
    onSuccess: (saved) => client.setQueryData(emailSettingsQuery.queryKey, saved),
  });
}

interface SentTest {
  to: string;
  /** The delivery target of a test mail. */
  source: EmailSettings['source'];
}

export const useTestEmailSettings = () =>
  useMutation({ mutationFn: ({ to }: SentTest) => http.post('/admin/email-settings/test', { body: { to } }) });

export type StorageSettings = Answer<'get', '/admin/storage-settings'>;
type StorageSettingsChange = Params<'put', '/admin/storage-settings'>['body'];

const movePollMs = 5_000;

export const storageSettingsQuery = queryOptions({
  queryKey: queryKeys.settings.storage,
  queryFn: ({ signal }) => http.get('/admin/storage-settings', { signal }),
  // While files are in other stores, they may be on the move.
  refetchInterval: ({ state: { data } }) => (data && data.elsewhere.objects > 0 ? movePollMs : false),
});

/** Tests the given fields and saves them; others stay, including the secret. A store may take long to refuse. */
export function useSaveStorageSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: StorageSettingsChange) => http.put('/admin/storage-settings', { body }),
    onSuccess: (saved) => client.setQueryData(storageSettingsQuery.queryKey, saved),
  });
}

export const useTestStorageSettings = () =>
  useMutation({ mutationFn: () => http.post('/admin/storage-settings/test', {}) });

export type AdsConfig = Answer<'get', '/admin/ads-config'>;
export type AdsChange = Params<'put', '/admin/ads-config'>['body'];

export const adsConfigQuery = queryOptions({
  queryKey: queryKeys.settings.ads,
  queryFn: ({ signal }) => http.get('/admin/ads-config', { signal }),
});

/** Saves the given fields, others stay; invalidates the members' ads. */
export function useSaveAds() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AdsChange) => http.put('/admin/ads-config', { body }),
    onSuccess: (saved) => {
      client.setQueryData(adsConfigQuery.queryKey, saved);
      void client.invalidateQueries({ queryKey: queryKeys.ads });
    },
  });
}
