import {
  storeAddressMax,
  storeBucketMax,
  storeBucketMin,
  storeKeyIdMax,
  storeRegionMax,
  storeSecretMax,
} from '@limits/media';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { DraftNote } from '../../lib/draft-note.tsx';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { useEditForm } from '../../lib/use-edit-form.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Input } from '../../ui/input.tsx';
import { Pill } from '../../ui/pill.tsx';
import { toast } from '../../ui/toast.tsx';
import { type StorageSettings, useSaveStorageSettings } from './api.ts';
import { FormHead } from './form-head.tsx';
import { Revert } from './revert.tsx';
import { SecretInput } from './secret-input.tsx';

interface Fields {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  publicBaseUrl: string;
}

const fieldsOf = ({ endpoint, bucket, region, accessKeyId, publicBaseUrl }: StorageSettings): Fields => ({
  endpoint,
  bucket,
  region,
  accessKeyId,
  secretAccessKey: '',
  publicBaseUrl,
});

/** Returns the trimmed values; an empty secret is not sent, so that the stored one stays. */
function bodyOf({ secretAccessKey, ...typed }: Fields) {
  const trimmed = Object.entries(typed).map(([name, text]) => [name, text.trim()]);
  const rest: Omit<Fields, 'secretAccessKey'> = Object.fromEntries(trimmed);
  return { driver: 's3' as const, ...rest, ...(secretAccessKey.trim() && { secretAccessKey: secretAccessKey.trim() }) };
}

interface StorageFormProps {
  saved: StorageSettings;
  /** Called with whether the form has unsaved changes. */
  onChanged: (isChanged: boolean) => void;
}

/** The bucket for new files; it is tested before it is saved. Its secret can be typed but is never shown. */
export function StorageForm({ saved, onChanged }: StorageFormProps) {
  const { t } = useTexts('settings');
  const draft = useEditForm('settings:storage', fieldsOf(saved), { secrets: ['secretAccessKey'] });
  const { form, accept, restart, markSaved } = draft;
  const { isDirty } = form.formState;
  const save = useSaveStorageSettings();
  useEffect(() => onChanged(isDirty), [isDirty, onChanged]);
  const submit = form.handleSubmit((typed) => {
    save.mutate(bodyOf(typed), {
      onSuccess: () => toast(() => t('settings.storage.saved')),
      onScreen: { onSuccess: (now) => accept(typed, fieldsOf(now)) },
      offScreen: { onSuccess: markSaved, onError: toastFailure },
    });
  });
  return (
    <Card as="section" aria-labelledby="storage-store" className="p-5 sm:p-6">
      <form noValidate autoComplete="off" onSubmit={submit} className="grid gap-6">
        <FormHead
          id="storage-store"
          title={t('settings.storage.store')}
          source={<Pill tone="moss">{t(`settings.storage.sources.${saved.source}`)}</Pill>}
          text={t(`settings.storage.sourceTexts.${sourceText(saved)}`)}
        />
        <DraftNote of={draft} />
        <LocationFields form={form} />
        <KeyFields form={form} saved={saved} />
        <FormError>{save.error && messageOf(save.error, t('ui.error'))}</FormError>
        <div className="grid gap-3">
          <div className="flex flex-wrap gap-3">
            <Button type="submit" variant="primary" loading={save.isPending} disabled={!isDirty}>
              {t('settings.storage.save')}
            </Button>
            {saved.source === 'settings' && <RevertStorage onReverted={(now) => restart(fieldsOf(now))} />}
          </div>
          <p className="text-caption text-fg-muted">{t('settings.storage.saveHint')}</p>
        </div>
      </form>
    </Card>
  );
}

function sourceText({ source, driver }: StorageSettings) {
  if (source === 'settings') return 'settings';
  return driver === 's3' ? 'bucket' : 'folder';
}

interface PartProps {
  form: UseFormReturn<Fields>;
}

const code = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false } as const;

const isAddress = (typed: string): boolean => {
  const text = typed.trim();
  return URL.canParse(text) && /^https?:\/\//.test(text) && !/[?#@]/.test(text);
};

const bucketPattern = new RegExp(`^[a-zA-Z0-9][a-zA-Z0-9._-]{${storeBucketMin - 2},${storeBucketMax - 2}}[a-zA-Z0-9]$`);

function LocationFields({ form: { register, formState } }: PartProps) {
  const { t } = useTexts('settings');
  const { errors } = formState;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <Input
          {...code}
          {...register('endpoint', { validate: (typed) => isAddress(typed) || t('settings.storage.endpointInvalid') })}
          type="url"
          inputMode="url"
          cutAt={storeAddressMax}
          label={t('settings.storage.endpoint')}
          hint={t('settings.storage.endpointHint')}
          error={errors.endpoint?.message}
        />
      </div>
      <Input
        {...code}
        {...register('bucket', {
          validate: (typed) => bucketPattern.test(typed.trim()) || t('settings.storage.bucketInvalid'),
        })}
        cutAt={storeBucketMax}
        label={t('settings.storage.bucket')}
        hint={t('settings.storage.bucketHint')}
        error={errors.bucket?.message}
      />
      <Input
        {...code}
        {...register('region', {
          validate: (typed) => /^[a-zA-Z0-9-]*$/.test(typed.trim()) || t('settings.storage.regionInvalid'),
        })}
        cutAt={storeRegionMax}
        label={t('settings.storage.region')}
        hint={t('settings.storage.regionHint')}
        error={errors.region?.message}
      />
    </div>
  );
}

function KeyFields({ form: { register, formState }, saved }: PartProps & { saved: StorageSettings }) {
  const { t } = useTexts('settings');
  const { errors } = formState;
  const isStored = saved.hasSecretAccessKey;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Input
        {...code}
        {...register('accessKeyId', {
          validate: (typed) => typed.trim() !== '' || t('settings.storage.accessKeyIdRequired'),
        })}
        cutAt={storeKeyIdMax}
        label={t('settings.storage.accessKeyId')}
        error={errors.accessKeyId?.message}
      />
      <SecretInput
        {...register('secretAccessKey', {
          validate: (typed, { endpoint }) =>
            typed.trim() !== '' ||
            (isStored && endpoint.trim() === saved.endpoint) ||
            t('settings.storage.secretRequired'),
        })}
        cutAt={storeSecretMax}
        label={t('settings.storage.secret')}
        hint={t(isStored ? 'settings.storage.secretKept' : 'settings.storage.secretNone')}
        error={errors.secretAccessKey?.message}
        isStored={isStored}
      />
      <div className="sm:col-span-2">
        <Input
          {...code}
          {...register('publicBaseUrl', {
            validate: (typed) => typed.trim() === '' || isAddress(typed) || t('settings.storage.endpointInvalid'),
          })}
          type="url"
          inputMode="url"
          cutAt={storeAddressMax}
          label={t('settings.storage.publicBaseUrl')}
          hint={t('settings.storage.publicBaseUrlHint')}
          error={errors.publicBaseUrl?.message}
        />
      </div>
    </div>
  );
}

function RevertStorage({ onReverted }: { onReverted: (now: StorageSettings) => void }) {
  const { t } = useTexts('settings');
  const save = useSaveStorageSettings();
  return (
    <Revert
      texts={{
        button: t('settings.storage.revert'),
        title: t('settings.storage.revertTitle'),
        text: t('settings.storage.revertText'),
        done: () => t('settings.storage.reverted'),
      }}
      busy={save.isPending}
      revert={(outcome) => save.mutate({ endpoint: '' }, outcome)}
      onReverted={onReverted}
    />
  );
}
