import { useTexts } from '../../lib/i18n.ts';
import { Pill, type PillTone } from '../../ui/pill.tsx';
import type { ContactMessage } from './messages-api.ts';

const TONES: Record<ContactMessage['mail'], PillTone> = {
  off: 'plain',
  waiting: 'honey',
  sent: 'moss',
  failed: 'danger',
};

/** Whether the message was mailed to the team. */
export function MailPill({ mail }: Pick<ContactMessage, 'mail'>) {
  const { t } = useTexts('members');
  return <Pill tone={TONES[mail]}>{t(`contactMessages.mailStates.${mail}`)}</Pill>;
}
