import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { forgetDraftFiles } from '../../lib/draft-files.ts';
import { ApiError, http, messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useMutation } from '../../lib/mutation.ts';
import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { forgetDevice } from '../../lib/session.ts';
import { sharedCall } from '../../lib/shared-call.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { useFocusOnSwap } from '../../ui/focus.ts';
import { FormError } from '../../ui/form-error.tsx';
import { Input } from '../../ui/input.tsx';
import { TextLink } from '../../ui/link.tsx';
import { afterOverlays } from '../../ui/overlay-history.ts';

/** The word to type as a confirmation, in every language (part 1, section 5). */
const WORD = 'ELIMINAR';

interface Fields {
  word: string;
  password: string;
}

/** Reloads the landing page, so that no data of the account is in memory either. */
const reloadHome = () => window.location.replace(paths.home);

/**
 * The danger zone: the data that will be lost, a form, a confirmation; afterwards no data of the account is on this
 * device.
 */
export function DeleteAccount({ leave = reloadHome }: { leave?: () => void }) {
  const { t } = useTexts('profile');
  const [isOpen, setOpen] = useState(false);
  const part = useFocusOnSwap<HTMLDivElement>(isOpen);
  return (
    <section aria-labelledby="delete-account" className="grid gap-4 rounded-lg border border-danger/40 p-5 sm:p-6">
      <div className="grid gap-1">
        <h2 id="delete-account" className="font-bold text-title">
          {t('profile.danger.title')}
        </h2>
        <p className="max-w-xl text-pretty text-fg-muted text-small">{t('profile.danger.text')}</p>
        <p className="text-small">
          <TextLink to={`${paths.account}#data`} className="inline-block py-1">
            {t('profile.danger.copyFirst')}
          </TextLink>
        </p>
      </div>
      <div ref={part} className="grid">
        {isOpen ? (
          <DeletionForm onClose={() => setOpen(false)} leave={leave} />
        ) : (
          <Button variant="danger" className="justify-self-start" onClick={() => setOpen(true)}>
            {t('profile.danger.open')}
          </Button>
        )}
      </div>
    </section>
  );
}

function DeletionForm({ onClose, leave }: { onClose: () => void; leave: () => void }) {
  const { t } = useTexts('profile');
  const [submitted, setSubmitted] = useState<Fields | null>(null);
  const hasPassword = useHasPassword();
  const remove = useDeleteAccount();
  const { register, handleSubmit, formState } = useForm<Fields>({ defaultValues: { word: '', password: '' } });
  return (
    <form noValidate className="grid max-w-md gap-4" onSubmit={handleSubmit(setSubmitted)}>
      <Input
        label={t('profile.danger.word', { word: WORD })}
        autoComplete="off"
        autoCapitalize="characters"
        error={formState.errors.word?.message}
        {...register('word', { validate: (word) => word === WORD || t('profile.danger.wordMissing') })}
      />
      {hasPassword && (
        <Input
          type="password"
          label={t('profile.danger.password')}
          autoComplete="current-password"
          error={formState.errors.password?.message}
          {...register('password', { required: t('profile.danger.passwordMissing') })}
        />
      )}
      {remove.error && <FormError>{failureOf(remove.error, t)}</FormError>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger" loading={remove.isPending}>
          {t('profile.danger.submit')}
        </Button>
        <Button variant="ghost" onClick={onClose} disabled={remove.isPending}>
          {t('ui.cancel')}
        </Button>
      </div>
      <Confirm
        open={submitted !== null}
        title={t('profile.danger.confirmTitle')}
        text={t('profile.danger.confirmText')}
        confirm={t('profile.danger.confirm')}
        busy={remove.isPending}
        onConfirm={() =>
          submitted &&
          remove.mutate(submitted.password, {
            onScreen: {
              // Going back from the confirmation and loading another page at the same time would do neither.
              onSuccess: () => afterOverlays(leave),
              onSettled: () => setSubmitted(null),
            },
          })
        }
        onClose={() => setSubmitted(null)}
      />
    </form>
  );
}

/** False for people who sign in with Google only; true while loading. */
function useHasPassword(): boolean {
  const { data } = useQuery({
    queryKey: queryKeys.isOAuthUser,
    queryFn: ({ signal }) => http.get('/auth/me/check-oauth', { signal }),
  });
  return data?.isOAuthUser !== true;
}

const deleteAccount = sharedCall((password: string) =>
  http.delete('/auth/me/account', { body: password ? { confirmPassword: password } : {} }),
);

const useDeleteAccount = () =>
  useMutation({
    mutationFn: deleteAccount,
    onSuccess() {
      forgetDraftFiles();
      forgetDevice();
    },
  });

/** The server's message; a sentence of its own for a missing one and for network errors (part 1, section 8). */
function failureOf(error: unknown, t: (key: 'profile.danger.failed' | 'profile.danger.unexpected') => string): string {
  const answered = error instanceof ApiError && error.status > 0;
  return messageOf(error, t(answered ? 'profile.danger.failed' : 'profile.danger.unexpected'));
}
