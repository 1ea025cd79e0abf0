import { useTextDraft } from '../../lib/drafts.ts';
import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { useOutbox, useTakeOutbox } from './api.ts';

interface UnsentTextsProps {
  tribeId: number;
  /** Includes the messages that failed, where the messages of the chat are not shown. */
  withMessages: boolean;
}

/** The texts for a chat in which the person may no longer write, to be copied, until they discard them. */
export function UnsentTexts({ tribeId, withMessages }: UnsentTextsProps) {
  const { t } = useTexts('chat');
  const [draft, setDraft] = useTextDraft(`chat:${tribeId}`);
  const outbox = useOutbox(tribeId);
  const takeOutbox = useTakeOutbox(tribeId);
  const failed = withMessages ? outbox.filter(({ failure }) => failure !== null) : [];
  const texts = [...failed.map(({ content }) => content), draft].filter((text) => text.trim() !== '');
  if (texts.length === 0) return null;
  return (
    <section aria-labelledby="chat-unsent" className="grid max-h-[50%] gap-2 overflow-y-auto border-line border-t p-4">
      <h2 id="chat-unsent" className="font-semibold text-small">
        {t('chat.unsent')}
      </h2>
      <p className="prose-safe select-text whitespace-pre-line text-small" dir="auto">
        {texts.join('\n')}
      </p>
      <Button
        size="sm"
        className="justify-self-start"
        onClick={() => {
          if (withMessages) takeOutbox();
          setDraft(() => '');
        }}
      >
        {t('ui.discardDraft')}
      </Button>
    </section>
  );
}
