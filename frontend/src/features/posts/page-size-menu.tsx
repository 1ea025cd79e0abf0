import { Ellipsis } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { MenuChoices } from '../../ui/menu-choices.tsx';

export interface PageSizeMenuProps<Size extends number> {
  sizes: readonly Size[];
  value: Size;
  onChange: (size: Size) => void;
}

/** The menu with the number of posts of a page, mounted open. */
export function PageSizeMenu<Size extends number>({ sizes, value, onChange }: PageSizeMenuProps<Size>) {
  const { t } = useTexts('tools');
  return (
    <Menu defaultOpen trigger={<IconButton label={t('myPosts.size')} icon={<Ellipsis />} />}>
      <MenuChoices<Size>
        label={t('myPosts.size')}
        value={value}
        onChange={onChange}
        options={sizes.map((size) => ({ value: size, label: String(size) }))}
      />
    </Menu>
  );
}
