import { caseTextMax, reportReasons } from '@limits/content';
import { type RefObject, useRef } from 'react';
import { EndChoices } from '../../lib/end-choices.tsx';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { listedKind } from '../../lib/listed-kind.ts';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Select } from '../../ui/select.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import type { CaseAction, CaseDetail } from './api.ts';
import { MessageStarters } from './message-starters.tsx';
import { useCaseKey } from './use-case-key.ts';
import { BAN_DAYS, useDecision } from './use-decision.ts';

/** The form that decides a case. */
export function DecideForm({ found, onDone }: { found: CaseDetail; onDone: () => void }) {
  const { t } = useTexts('moderation');
  const form = useDecision(found, onDone);
  const messageRef = useRef<HTMLTextAreaElement>(null);
  const verdictOf = useVerdict(found);
  const { action, error, busy } = form;
  return (
    <form
      noValidate
      aria-label={t('moderation.decide')}
      className="grid grid-cols-1 gap-4 border-line border-t pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.decide()) messageRef.current?.focus();
      }}
    >
      <ActionChoices actions={found.actions} chosen={action} onChoose={form.setAction} />
      {action === 'ban' && (
        <EndChoices
          name="ban-days"
          legend={t('moderation.banFor')}
          values={BAN_DAYS}
          chosen={form.days}
          onChoose={form.setDays}
        />
      )}
      {form.words.notifiesAuthor && <AuthorMessage action={action} words={form.words} messageRef={messageRef} />}
      {form.isEditedWhileDeciding && <p className="text-fg-muted text-small">{t('moderation.editedWhileDeciding')}</p>}
      <FormError>{error && messageOf(error, t('ui.error'))}</FormError>
      {action && (
        <Button
          type="submit"
          variant={action === 'remove' || action === 'ban' ? 'danger' : 'primary'}
          loading={busy}
          className="max-w-full sm:justify-self-start"
        >
          {verdictOf(action)}
        </Button>
      )}
    </form>
  );
}

interface ActionChoicesProps {
  actions: readonly CaseAction[];
  chosen: CaseAction | null;
  onChoose: (action: CaseAction) => void;
}

const ACTION = 'case-action';

/** The possible actions; the keys from 1 on choose one and focus it. */
function ActionChoices({ actions, chosen, onChoose }: ActionChoicesProps) {
  const { t } = useTexts('moderation');
  const listRef = useRef<HTMLDivElement>(null);
  useCaseKey((key) => {
    const index = Number(key) - 1;
    const action = actions[index];
    if (!action) return;
    onChoose(action);
    listRef.current?.querySelectorAll<HTMLElement>(`[name=${ACTION}]`)[index]?.focus();
  });
  return (
    <div ref={listRef}>
      <Choices<CaseAction>
        name={ACTION}
        legend={t('moderation.what')}
        values={actions}
        chosen={chosen ?? undefined}
        onChoose={onChoose}
        text={(each) => t(`moderation.actions.${each}`)}
        about={(each) => t(`moderation.actionAbout.${each}`)}
      />
    </div>
  );
}

/** The label of the button for a decision on this case. */
function useVerdict(found: CaseDetail): (action: CaseAction) => string {
  const { t } = useTexts('moderation');
  const kind = listedKind(found);
  const [thing, name] = [t(`moderation.things.${kind}`), found.author?.name ?? t('moderation.gone')];
  const hasNothing = kind === 'person' || kind === 'tribe';
  return (action) => t(`moderation.verdict.${action === 'keep' && hasNothing ? 'close' : action}`, { thing, name });
}

interface AuthorMessageProps {
  action: CaseAction | null;
  words: ReturnType<typeof useDecision>['words'];
  messageRef: RefObject<HTMLTextAreaElement | null>;
}

/** The reason and message for the author. */
function AuthorMessage({ action, words, messageRef }: AuthorMessageProps) {
  const { t } = useTexts('moderation');
  const { reason, isNeeded, showsMissing } = words;
  const label = action === 'ban' ? 'banMessage' : isNeeded ? 'messageNeeded' : 'message';
  return (
    <>
      <Select
        label={t('moderation.reasonFor')}
        options={reportReasons.map((value) => ({ value, label: t(`moderation.reasons.${value}`) }))}
        value={reason}
        onChange={words.setReason}
      />
      <MessageStarters
        sentences={words.starters}
        onChoose={(sentence) => {
          words.start(sentence);
          messageRef.current?.focus();
        }}
      />
      <Textarea
        ref={messageRef}
        label={t(`moderation.${label}`)}
        hint={isNeeded && reason === 'other' && t('moderation.otherHint')}
        error={showsMissing && t('moderation.removal.sayWhy')}
        counted
        limit={caseTextMax}
        value={words.message}
        onChange={(event) => words.setMessage(event.target.value)}
      />
    </>
  );
}
