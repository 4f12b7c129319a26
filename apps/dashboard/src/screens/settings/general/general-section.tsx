import type { ReactNode } from 'react';
import { useTexts } from '../../../i18n/texts';
import { useCan, useSession } from '../../../session/session';
import { SectionHeader } from '../parts/section';
import { BrowserPreferences, PersonPreferences } from './browser-preferences';
import { CompanyForm } from './company-form';
import { ReportsZone } from './reports-zone';

/** The name of the business, the time zone of its reports, and the preferences of the person and of this browser. */
export function GeneralSection(): ReactNode {
  const t = useTexts('settings');
  const { main } = useSession();
  const manages = useCan('account:manage');
  return (
    <>
      <SectionHeader title={t('general')} />
      {main && manages && <CompanyForm />}
      <ReportsZone editable={manages} />
      <PersonPreferences />
      <BrowserPreferences />
    </>
  );
}
