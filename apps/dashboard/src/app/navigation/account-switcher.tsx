import type { ReactNode } from 'react';
import { BusinessMark } from '../../components/display/monograms';
import { useSession } from '../../session/session';

/** The sub account of the page. */
export function AccountSwitcher(): ReactNode {
  const { account } = useSession();
  return (
    <div className="switcher">
      <BusinessMark name={account.name} />
      <span className="label-text truncate">{account.name}</span>
    </div>
  );
}
