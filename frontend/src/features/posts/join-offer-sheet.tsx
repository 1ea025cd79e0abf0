import { useLocation } from 'react-router-dom';
import { EntryLinks } from '../../lib/entry-links.tsx';
import { useTexts } from '../../lib/i18n.ts';
import { rememberVisit } from '../../lib/session.ts';
import { useSignUpOpen } from '../../lib/sign-up.ts';
import { Sheet } from '../../ui/sheet.tsx';

export interface JoinOfferSheetProps {
  open: boolean;
  onClose: () => void;
}

/** Offers a visitor an account, or signing in while sign-up is closed, and leads back to the current screen. */
export function JoinOfferSheet({ open, onClose }: JoinOfferSheetProps) {
  const { t } = useTexts('members');
  const location = useLocation();
  const canSignUp = useSignUpOpen();
  return (
    <Sheet open={open} onClose={onClose} title={t('posts.joinTitle')} brief>
      <div className="grid gap-5 pt-1">
        <p className="text-fg-muted">{t(canSignUp ? 'posts.joinText' : 'account.signupDisabled')}</p>
        <div className="flex flex-wrap gap-3">
          <EntryLinks register={t('shell.register')} login={t('shell.login')} onClick={() => rememberVisit(location)} />
        </div>
      </div>
    </Sheet>
  );
}
