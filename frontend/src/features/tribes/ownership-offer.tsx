import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { toast } from '../../ui/toast.tsx';
import { type OfferAnswer, type Tribe, useAnswerOffer } from './api.ts';

/** Asks the member to whom a tribe is offered to accept the ownership, with an explanation. */
export function OwnershipOffer({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('tribe');
  const { name, ownershipOffer } = tribe;
  const answer = useAnswerOffer(tribe.id, {
    onAnswered: (choice) => toast(t(`tribe.offer.done.${choice}`, { tribe: name }), { tone: 'good' }),
    // It may have been withdrawn just now: then this unmounts, so the reason is shown in a toast.
    onFailed: (error) => toast(messageOf(error, t('ui.error')), { tone: 'bad' }),
  });
  if (!ownershipOffer?.isMine) return null;
  const isBusy = (choice: OfferAnswer) => answer.isPending && answer.variables === choice;
  return (
    <section aria-labelledby="offer" className="grid gap-3 rounded-md bg-honey-soft px-4 py-3 text-small">
      <div className="grid gap-1">
        <h2 id="offer" className="font-semibold text-body">
          {t('tribe.offer.title')}
        </h2>
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
    </section>
  );
}
