import type { Schema } from '@plaudit/client';
import type { ReactNode } from 'react';
import { Note } from '../../../components/display/note';
import { useTexts } from '../../../i18n/texts';
import { useSession } from '../../../session/session';
import { useAccountApi } from '../parts/account-api';
import { useSubAccountNames } from '../parts/sub-account-names';

/** What was erased, and where. */
export function ErasedNote({
  person,
  result: { reviews, invitations, sub_accounts },
}: {
  person: string;
  result: Schema<'Erased'>;
}): ReactNode {
  const t = useTexts('settings');
  const { sub_account_count, scopes } = useSession();
  const ids = scopes.includes('account:manage') ? sub_accounts.map((one) => one.sub_account_id) : [];
  const names = useSubAccountNames(useAccountApi(), sub_account_count, ids);
  if (sub_accounts.length === 0) return <Note tone="info">{t('erased_nothing', { person })}</Note>;
  return (
    <Note tone="good">
      <p>{t('erased', { person, reviews, invitations })}</p>
      {sub_accounts.length > 1 && (
        <ul className="mt-1 grid gap-0.5 text-12">
          {sub_accounts.map((one) => (
            <li key={one.sub_account_id}>
              {t('erased_in', {
                name: names.get(one.sub_account_id) ?? String(one.sub_account_id),
                reviews: one.reviews,
                invitations: one.invitations,
              })}
            </li>
          ))}
        </ul>
      )}
    </Note>
  );
}
