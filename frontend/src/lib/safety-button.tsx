import { Ellipsis } from 'lucide-react';
import { IconButton } from '../ui/icon-button.tsx';
import { LazyMenu } from '../ui/lazy-menu.tsx';
import { withTexts } from './i18n.ts';
import { lazyComponent } from './lazy.tsx';
import type { SafetyMenuProps } from './safety-menu.tsx';

const SafetyMenu = lazyComponent(
  withTexts(async () => (await import('./safety-menu.tsx')).SafetyMenu, 'safety', 'moderation'),
);

/**
 * A button with three dots for reporting an object and muting or blocking its author; the menu's code is loaded with
 * the first press.
 */
export function SafetyButton(props: SafetyMenuProps) {
  const { label, size, className } = props;
  return (
    <LazyMenu
      button={<IconButton {...(size && { size })} label={label} tip="none" icon={<Ellipsis />} className={className} />}
    >
      <SafetyMenu {...props} />
    </LazyMenu>
  );
}
