import { useTexts } from '../../lib/i18n.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { toast } from '../../ui/toast.tsx';
import { type OfferAnswer, type Tribe, useAnswerOffer } from './api.ts';
import { CollapsibleNote } from './collapsible-note.tsx';
import { onCover } from './steps-skeleton.tsx';

/** Asks the member to whom a tribe is offered to accept the ownership, with an explanation. */
export function OwnershipOffer({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('tribe');
  const { name, ownershipOffer } = tribe;
  const answer = useAnswerOffer(tribe.id, {
    onAnswered: (choice) => toast(() => t(`tribe.offer.done.${choice}`, { tribe: name }), { tone: 'good' }),
    // It may have been withdrawn just now: then this unmounts, so the reason is shown in a toast.
    onFailed: toastFailure,
  });
  if (!ownershipOffer?.isMine) return null;
  const isBusy = (choice: OfferAnswer) => answer.isPending && answer.variables === choice;
  return (
    <CollapsibleNote title={t('tribe.offer.title')} closedClass={cx(onCover, 'shadow-card')}>
      <div className="grid gap-1">
        <p className="text-pretty">{t('tribe.offer.text')}</p>
        <p className="text-fg-muted">
          <RelativeTime value={ownershipOffer.createdAt} />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="primary"
          loading={isBusy('accept')}
          disabled={answer.isPending}
          onClick={() => answer.mutate('accept')}
        >
          {t('tribe.offer.accept')}
        </Button>
        <Button
          size="sm"
          loading={isBusy('decline')}
          disabled={answer.isPending}
          onClick={() => answer.mutate('decline')}
        >
          {t('tribe.offer.decline')}
        </Button>
      </div>
    </CollapsibleNote>
  );
}
