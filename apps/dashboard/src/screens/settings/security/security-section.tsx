import type { ReactNode } from 'react';
import { Note } from '../../../components/display/note';
import { useTexts } from '../../../i18n/texts';
import { useCan, useSession } from '../../../session/session';
import { OwnApps } from '../apps/own-apps';
import { SectionHeader } from '../parts/section';
import { AccountRules } from './account-rules';
import { PasswordForm } from './password-form';
import { SessionsList } from './sessions-list';
import { TwoFactor } from './two-factor';

/** The own password, two-factor sign-in and sessions, and the rules of the account. */
export function SecuritySection(): ReactNode {
  const t = useTexts('settings');
  const { main, must_set_up_two_factor: mustSetUp } = useSession();
  const manages = useCan('account:manage');
  if (mustSetUp) {
    return (
      <>
        <SectionHeader title={t('security')} />
        <div className="px-6 pb-4 max-sm:px-4">
          <Note tone="warn">{t('must_set_up')}</Note>
        </div>
        <TwoFactor />
      </>
    );
  }
  return (
    <>
      <SectionHeader title={t('security')} />
      <PasswordForm />
      <TwoFactor />
      <SessionsList />
      <OwnApps />
      {main && manages && <AccountRules />}
    </>
  );
}
