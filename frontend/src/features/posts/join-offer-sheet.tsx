import { useLocation } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { rememberVisit } from '../../lib/session.ts';
import { useSignUpOpen } from '../../lib/sign-up.ts';
import { ButtonLink } from '../../ui/button.tsx';
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
  const remember = () => rememberVisit(location);
  return (
    <Sheet open={open} onClose={onClose} title={t('posts.joinTitle')} brief>
      <div className="grid gap-5 pt-1">
        <p className="text-fg-muted">{t(canSignUp ? 'posts.joinText' : 'account.signupDisabled')}</p>
        <div className="flex flex-wrap gap-3">
          {canSignUp && (
            <ButtonLink to={paths.register} variant="primary" onClick={remember}>
              {t('shell.register')}
            </ButtonLink>
          )}
          <ButtonLink to={paths.login} variant={canSignUp ? 'quiet' : 'primary'} onClick={remember}>
            {t('shell.login')}
          </ButtonLink>
        </div>
      </div>
    </Sheet>
  );
}
