import { useState } from 'react';
import { ApiError, messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { toast } from '../../ui/toast.tsx';
import { type SavedLanding, useReloadLanding, useSaveLanding } from './api.ts';
import type { useLandingDraft } from './use-landing-draft.ts';

type LandingDraft = ReturnType<typeof useLandingDraft>;

interface LandingSaving {
  isPending: boolean;
  save: () => void;
  /** Set when another admin has saved since the draft was begun; null otherwise. */
  conflict: LandingConflict | null;
}

export interface LandingConflict {
  isPending: boolean;
  isReloading: boolean;
  /** Discards the draft and shows what the other admin has saved. */
  reload: () => void;
  /** Replaces what the other admin has saved. */
  overwrite: () => void;
}

/** Saves the draft, and detects that another admin has saved since it was begun. */
export function useLandingSave(content: LandingDraft, showMessage: (message: () => string) => void): LandingSaving {
  const { t } = useTexts('landing');
  const { draft, latest, noteSaved, restart } = content;
  const [isOutdated, setOutdated] = useState(false);
  const save = useSaveLanding();
  const reload = useReloadLanding();
  const failureOf = (error: Error) => `${t('landing.notSaved')}. ${messageOf(error, '')}`.trim();
  function onError(error: Error): void {
    if (error instanceof ApiError && error.code === 'landing_changed') setOutdated(true);
    else showMessage(() => failureOf(error));
  }
  function onSuccess(): void {
    setOutdated(false);
    showMessage(() => t('landing.saved'));
  }
  function onReload(now: SavedLanding | null): void {
    restart(now);
    setOutdated(false);
  }
  const submit = (version: { version?: number }) =>
    save.mutate(
      { ...draft, ...version },
      {
        onSuccess: noteSaved,
        onScreen: { onSuccess, onError },
        offScreen: {
          onSuccess: () => toast(() => t('landing.saved'), { tone: 'good' }),
          onError: (error) => toast(() => failureOf(error), { tone: 'bad' }),
        },
      },
    );
  const conflict = {
    isPending: save.isPending,
    isReloading: reload.isPending,
    reload: () =>
      reload.mutate(undefined, {
        onScreen: { onSuccess: onReload, onError: toastFailure },
      }),
    overwrite: () => submit({}),
  };
  return {
    isPending: save.isPending,
    save: () => submit({ version: latest.version }),
    conflict: isOutdated ? conflict : null,
  };
}
