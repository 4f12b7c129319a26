import type { ReactNode } from 'react';
import { IconButton } from '../../../components/controls/button';
import { Menu } from '../../../components/overlays/menu';
import { useTexts } from '../../../i18n/texts';

/** The menu of a row of a table. */
export function RowMenu({ name, children }: { name: string; children: ReactNode }): ReactNode {
  const t = useTexts('settings');
  const label = t('actions_of', { name });
  return (
    <Menu label={label} trigger={(attributes) => <IconButton {...attributes} icon="more" label={label} />}>
      {children}
    </Menu>
  );
}
