import { useQuery } from '@tanstack/react-query';
import { MicOff } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { useTextDraft } from '../../lib/drafts.ts';
import { messageOf } from '../../lib/http.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog-panel.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { toast } from '../../ui/toast.tsx';
import { AppealForm } from './appeal-form.tsx';
import { SanctionFacts } from './sanction-facts.tsx';
import { type OwnSanction, ownSanctionsQuery, useAnswerSanction } from './sanctions-api.ts';

interface OwnSanctionsProps {
  /** Called with true, before painting, when the line about the silence replaces any other. */
  onSilenced: (isSilenced: boolean) => void;
}

/** The sanctions of the signed-in member: a line while they are silenced, and a warning until they confirm it. */
export function OwnSanctions({ onSilenced }: OwnSanctionsProps) {
  const { data = [] } = useQuery(ownSanctionsQuery);
  const silence = data.find(({ kind }) => kind === 'silence');
  const warning = data.find(({ kind }) => kind === 'warning');
  const isSilenced = silence !== undefined;
  useLayoutEffect(() => {
    onSilenced(isSilenced);
    return () => onSilenced(false);
  }, [isSilenced, onSilenced]);
  return (
    <>
      {silence && <SilenceBanner silence={silence} />}
      {warning && <Warning warning={warning} />}
    </>
  );
}

function SilenceBanner({ silence }: { silence: OwnSanction }) {
  const { t } = useTexts('sanctions');
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const until = silence.endsAt === null ? '' : ` ${t('sanctions.until', { time: format.dateTime(silence.endsAt) })}`;
  return (
    <section
      aria-label={t('sanctions.silenced')}
      className="flex h-11 shrink-0 items-center justify-center gap-x-2 bg-honey px-3 font-medium text-ground text-small"
    >
      <MicOff aria-hidden="true" className="size-4.5 shrink-0 max-sm:hidden" />
      <p className="min-w-0 truncate">
        <span className="lg:hidden">{t('sanctions.silencedShort')}</span>
        <span className="max-lg:hidden">
          {t('sanctions.silenced')} {t(`sanctions.reasons.${silence.reason}`)}.{until}
        </span>
      </p>
      <button
        type="button"
        className="focus-ring shrink-0 rounded-sm py-2 font-semibold underline"
        onClick={() => setOpen(true)}
      >
        {t('sanctions.more')}
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('sanctions.silencedTitle')}>
        <SilenceDetails silence={silence} />
      </Sheet>
    </section>
  );
}

function SilenceDetails({ silence }: { silence: OwnSanction }) {
  const { t } = useTexts('sanctions');
  const answer = useAnswerSanction();
  const { id, appeal } = silence;
  const draft = useTextDraft(`appeal:${id}`);
  const [, changeDraft] = draft;
  const send = (text: string) => answer.mutate({ id, text }, { onSuccess: () => changeDraft(() => '') });
  return (
    <div className="grid gap-5 pt-1">
      <p className="text-small">{t('sanctions.silencedText')}</p>
      <SanctionFacts reason={silence.reason} message={silence.message} endsAt={silence.endsAt} />
      {appeal ? (
        <p className="font-medium text-small" role="status">
          {appeal.answer ? t('sanctions.answered', { answer: appeal.answer }) : t('sanctions.appealed')}
        </p>
      ) : (
        <AppealForm draft={draft} onSend={send} sending={answer.isPending} error={answer.error} />
      )}
    </div>
  );
}

/** Open until it is confirmed: closing it in another way shows it again at the next visit. */
function Warning({ warning }: { warning: OwnSanction }) {
  const { t } = useTexts('sanctions');
  const answer = useAnswerSanction();
  const [closedId, setClosedId] = useState('');
  const confirm = () =>
    answer.mutate(
      { id: warning.id },
      { onError: (error) => toast(() => messageOf(error, t('ui.failed')), { tone: 'bad' }) },
    );
  return (
    <Dialog
      open={closedId !== warning.id}
      onClose={() => setClosedId(warning.id)}
      title={t('sanctions.warned')}
      text={t('sanctions.warnedText')}
      actions={
        <Button variant="primary" loading={answer.isPending} onClick={confirm}>
          {t('sanctions.understood')}
        </Button>
      }
    >
      <SanctionFacts reason={warning.reason} message={warning.message} />
    </Dialog>
  );
}
