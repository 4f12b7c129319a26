import type { ReactNode } from 'react';
import { PaletteButton } from '../palette/palette';
import { AccountMenu } from './account-menu';
import { AccountSwitcher } from './account-switcher';

/** The top of narrow screens, where the navigation at the side is not shown. */
export function MobileBar(): ReactNode {
  return (
    <header className="mobile-bar">
      <AccountSwitcher />
      <PaletteButton />
      <AccountMenu />
    </header>
  );
}
