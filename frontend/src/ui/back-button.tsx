import { ArrowLeft } from 'lucide-react';
import { useTexts } from '../lib/i18n.ts';
import { useGoBack } from '../lib/use-go-back.ts';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

interface BackButtonProps {
  /** The target when there is no previous page of the app. */
  fallback: string;
  /** Names the target, when "Back" is too vague. */
  label?: string;
  /** Shows the arrow only; the label is its accessible name. */
  iconOnly?: boolean;
  className?: string;
}

/** The back link of a detail page. */
export function BackButton({ fallback, label, iconOnly, className }: BackButtonProps) {
  const { t } = useTexts();
  const goBack = useGoBack(fallback);
  const name = label ?? t('ui.back');
  if (iconOnly) {
    return <IconButton label={name} tip="none" icon={<ArrowLeft />} onClick={goBack} className={className} />;
  }
  return (
    <Button variant="ghost" size="sm" icon={<ArrowLeft />} onClick={goBack} className={className}>
      {name}
    </Button>
  );
}
