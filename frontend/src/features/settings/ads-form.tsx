import { adIdMax, adIntervalMaxSeconds, adScriptMax, adShowsMax } from '@limits/identity';
import type { UseFormReturn } from 'react-hook-form';
import { DraftNote } from '../../lib/draft-note.tsx';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { useEditForm } from '../../lib/use-edit-form.ts';
import { adHtml } from '../../ui/ads/ad-html.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Input } from '../../ui/input.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { toast } from '../../ui/toast.tsx';
import { faultReporter } from './ad-faults.ts';
import { AdsPreview } from './ads-preview.tsx';
import { type AdsChange, type AdsConfig, useSaveAds } from './api.ts';

interface Fields {
  enabled: boolean;
  script: string;
  adClient: string;
  adSlot: string;
  maxShowsPerSession: string;
  intervalSec: string;
}

const fieldsOf = ({ maxShowsPerSession, intervalSec, ...rest }: AdsConfig): Fields => ({
  ...rest,
  maxShowsPerSession: String(maxShowsPerSession),
  intervalSec: String(intervalSec),
});

/** Returns the edited fields, so that a save does not undo another admin's change of the others. */
function bodyOf(typed: Fields, dirty: Partial<Record<keyof Fields, boolean>>): AdsChange {
  const { enabled, script, adClient, adSlot, maxShowsPerSession, intervalSec } = typed;
  return {
    ...(dirty.enabled && { enabled }),
    ...(dirty.script && { script }),
    ...(dirty.adClient && { adClient: adClient.trim() }),
    ...(dirty.adSlot && { adSlot: adSlot.trim() }),
    ...(dirty.maxShowsPerSession && { maxShowsPerSession: Number(maxShowsPerSession) }),
    ...(dirty.intervalSec && { intervalSec: Number(intervalSec) }),
  };
}

/** The form of the ad with a preview next to it. */
export function AdsForm({ saved }: { saved: AdsConfig }) {
  const { t } = useTexts('settings');
  const draft = useEditForm('settings:ads', fieldsOf(saved));
  const { form, accept } = draft;
  const { dirtyFields } = form.formState;
  const save = useSaveAds();
  const submit = form.handleSubmit((typed) => {
    save.mutate(bodyOf(typed, dirtyFields), {
      onSuccess: () => toast(() => t('settings.ads.saved')),
      onScreen: { onSuccess: (now) => accept(typed, fieldsOf(now)) },
      offScreen: { onError: toastFailure },
    });
  });
  const [script, adClient, adSlot] = form.watch(['script', 'adClient', 'adSlot']);
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
      <Card className="p-5 sm:p-6">
        <form noValidate onSubmit={submit} className="grid gap-6">
          <DraftNote of={draft} />
          <Switch
            {...form.register('enabled')}
            label={t('settings.ads.enabled')}
            hint={t('settings.ads.enabledHint')}
          />
          <Textarea
            {...form.register('script')}
            label={t('settings.ads.script')}
            hint={t('settings.ads.scriptHint')}
            className="min-h-44 font-mono text-small"
            spellCheck={false}
            counted
            limit={adScriptMax}
            value={script}
          />
          <NetworkFields form={form} />
          <FigureFields form={form} />
          <FormError>{save.error && messageOf(save.error, t('ui.error'))}</FormError>
          <Button type="submit" variant="primary" loading={save.isPending} className="justify-self-start">
            {t('settings.ads.save')}
          </Button>
        </form>
      </Card>
      <AdsPreview html={adHtml({ script, adClient, adSlot }, faultReporter)} />
    </div>
  );
}

interface PartProps {
  form: UseFormReturn<Fields>;
}

function NetworkFields({ form: { register, formState } }: PartProps) {
  const { t } = useTexts('settings');
  const { errors } = formState;
  const isId = (typed: string) => /^[\w-]*$/.test(typed.trim()) || t('settings.ads.idInvalid');
  const id = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, cutAt: adIdMax } as const;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Input
        {...id}
        {...register('adClient', { validate: isId })}
        label={t('settings.ads.client')}
        hint={t('settings.ads.clientHint')}
        error={errors.adClient?.message}
      />
      <Input
        {...id}
        {...register('adSlot', { validate: isId })}
        label={t('settings.ads.slot')}
        hint={t('settings.ads.slotHint')}
        error={errors.adSlot?.message}
      />
    </div>
  );
}

function FigureFields({ form: { register, formState } }: PartProps) {
  const { t } = useTexts('settings');
  const { errors } = formState;
  const within = (min: number, max: number) => (typed: string) =>
    (/^\d{1,6}$/.test(typed) && +typed >= min && +typed <= max) || t('settings.ads.numberInvalid', { min, max });
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Input
        {...register('intervalSec', { validate: within(1, adIntervalMaxSeconds) })}
        inputMode="numeric"
        label={t('settings.ads.interval')}
        error={errors.intervalSec?.message}
      />
      <Input
        {...register('maxShowsPerSession', { validate: within(0, adShowsMax) })}
        inputMode="numeric"
        label={t('settings.ads.shows')}
        error={errors.maxShowsPerSession?.message}
      />
    </div>
  );
}
