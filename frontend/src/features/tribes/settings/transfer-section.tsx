import { useState } from 'react';
import { useTexts } from '../../../lib/i18n.ts';
import { toastFailure } from '../../../lib/toast-failure.ts';
import { useForm } from '../../../lib/use-form.ts';
import { UserLine } from '../../../lib/user-line.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { Input } from '../../../ui/input.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { toast } from '../../../ui/toast.tsx';
import { type Tribe, type TribeMember, useOfferTribe, useWithdrawOffer } from '../api.ts';
import { DangerButtons, DangerSection, isTyped } from './danger-section.tsx';
import { MemberChoice } from './member-choice.tsx';
import { fieldError, otherError } from './refusals.ts';

const fields = ['userId', 'typedName'];

/**
 * Offers a tribe to one of its members, once its name was typed; while an offer is open, shows the member and withdraws
 * it.
 */
export function TransferSection({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('tribe-settings');
  const isOwner = tribe.membership?.role === 'owner';
  if (tribe.ownershipOffer) return <WaitingOffer tribe={tribe} offer={tribe.ownershipOffer} />;
  return (
    <DangerSection
      id="give-tribe"
      title={t('tribeSettings.give')}
      text={t(isOwner ? 'tribeSettings.giveText' : 'tribeSettings.giveTextOfOther')}
      open={t('tribeSettings.giveOpen')}
    >
      {(close) => <TransferForm tribe={tribe} onClose={close} />}
    </DangerSection>
  );
}

function WaitingOffer({ tribe, offer }: { tribe: Tribe; offer: NonNullable<Tribe['ownershipOffer']> }) {
  const { t } = useTexts('tribe-settings');
  const withdraw = useWithdrawOffer(tribe.id);
  const cancelOffer = () =>
    withdraw.mutate(undefined, {
      onSuccess: () => toast(() => t('tribeSettings.offerWithdrawn')),
      // The member may have answered just now: then this unmounts, so the reason is shown in a toast.
      onError: toastFailure,
    });
  return (
    <section aria-labelledby="give-tribe" className="grid grid-cols-1 gap-4 rounded-lg border border-line p-4 sm:p-6">
      <div className="grid gap-1">
        <h2 id="give-tribe" className="font-bold text-title">
          {t('tribeSettings.give')}
        </h2>
        <p className="text-pretty text-fg-muted text-small">{t('tribeSettings.offerWaits')}</p>
      </div>
      <UserLine person={offer.user} wraps about={<RelativeTime value={offer.createdAt} />} />
      <Button className="justify-self-start" loading={withdraw.isPending} onClick={cancelOffer}>
        {t('tribeSettings.offerWithdraw')}
      </Button>
    </section>
  );
}

function TransferForm({ tribe, onClose }: { tribe: Tribe; onClose: () => void }) {
  const { t } = useTexts('tribe-settings');
  const { name } = tribe;
  const [chosen, setChosen] = useState<TribeMember['user'] | null>(null);
  const give = useOfferTribe(tribe.id);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { typed: '' } });
  const submit = handleSubmit(({ typed }) => {
    if (!chosen) return;
    give.mutate(
      { userId: chosen.id, name: typed },
      {
        // This form unmounts once the offer is made.
        onSuccess: () => {
          onClose();
          toast(() => t('tribeSettings.offered', { tribe: name, name: chosen.name }), { tone: 'good' });
        },
        offScreen: { onError: toastFailure },
      },
    );
  });
  // An error about one member does not apply to the next.
  const refusal = give.variables?.userId === chosen?.id ? give.error : null;
  return (
    <form noValidate className="grid grid-cols-1 gap-4" onSubmit={submit}>
      <MemberChoice
        tribeId={tribe.id}
        chosen={chosen}
        error={fieldError(refusal, 'userId')}
        onChoose={(member) => setChosen(member)}
      />
      {chosen && (
        <Input
          label={t('tribeSettings.typeNameFor', { tribe: name, name: chosen.name })}
          autoComplete="off"
          error={formState.errors.typed?.message ?? fieldError(refusal, 'typedName')}
          {...register('typed', { validate: (typed) => isTyped(typed, name) || t('tribeSettings.nameDiffers') })}
        />
      )}
      <FormError>{otherError(refusal, fields, t('ui.error'))}</FormError>
      <DangerButtons
        confirm={t('tribeSettings.giveDo')}
        isReady={chosen !== null}
        busy={give.isPending}
        onClose={onClose}
      />
    </form>
  );
}
