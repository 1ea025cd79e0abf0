import { useLocation } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { rememberVisit } from '../../lib/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';

export interface JoinOfferSheetProps {
  open: boolean;
  onClose: () => void;
}

/** Offers a visitor an account, and leads back to the current screen afterwards. */
export function JoinOfferSheet({ open, onClose }: JoinOfferSheetProps) {
  const { t } = useTexts('members');
  const location = useLocation();
  const remember = () => rememberVisit(location);
  return (
    <Sheet open={open} onClose={onClose} title={t('posts.joinTitle')} brief>
      <div className="grid gap-5 pt-1">
        <p className="text-fg-muted">{t('posts.joinText')}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={paths.register} variant="primary" onClick={remember}>
            {t('shell.register')}
          </ButtonLink>
          <ButtonLink to={paths.login} onClick={remember}>
            {t('shell.login')}
          </ButtonLink>
        </div>
      </div>
    </Sheet>
  );
}
