import { ButtonLink, type ButtonLinkProps } from '../ui/button.tsx';
import { paths } from './paths.ts';
import { useSignUpOpen } from './sign-up.ts';

interface EntryLinksProps extends Pick<ButtonLinkProps, 'size' | 'wide' | 'className' | 'onClick'> {
  /** The text of the link to sign-up. */
  register: string;
  /** The text of the link to sign in. */
  login: string;
}

/** A visitor's links to sign-up and to sign in; while sign-up is closed only the latter, as the primary button. */
export function EntryLinks({ register, login, ...link }: EntryLinksProps) {
  const canSignUp = useSignUpOpen();
  return (
    <>
      {canSignUp && (
        <ButtonLink {...link} to={paths.register} variant="primary">
          {register}
        </ButtonLink>
      )}
      <ButtonLink {...link} to={paths.login} variant={canSignUp ? 'quiet' : 'primary'}>
        {login}
      </ButtonLink>
    </>
  );
}
