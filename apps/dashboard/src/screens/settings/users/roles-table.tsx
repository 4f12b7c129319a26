import { ROLE_SCOPES } from '@plaudit/contracts/scopes';
import type { ReactNode } from 'react';
import { Icon } from '../../../components/display/icon';
import { useTexts } from '../../../i18n/texts';
import type { Role, Scope } from '../../../session/session';
import { ROLES } from '../keys/role-scopes';

/** What stands for a line of the table. Only admins manage the account. */
const RIGHTS: readonly { text: 'may_curate' | 'may_edit' | 'may_manage'; scope: Scope }[] = [
  { text: 'may_curate', scope: 'reviews:write' },
  { text: 'may_edit', scope: 'channels:write' },
  { text: 'may_manage', scope: 'account:manage' },
];

export function RolesTable(): ReactNode {
  const t = useTexts('settings');
  const common = useTexts('common');
  return (
    <div className="overflow-x-auto" role="region" aria-label={t('what_role_may')} tabIndex={0}>
      <table className="table-list tight mt-7">
        <thead>
          <tr className="border-t border-line">
            <th scope="col">{t('what_role_may')}</th>
            {ROLES.map((role) => (
              <th key={role} scope="col" className="w-24">
                {common(`role_${role}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {RIGHTS.map(({ text, scope }) => (
            <tr key={text}>
              <th scope="row" className="font-normal! whitespace-normal! text-13! text-text!">
                {t(text)}
              </th>
              {ROLES.map((role) => (
                <td key={role}>
                  {has(role, scope) ? (
                    <Icon name="check" className="text-good" label={t('yes')} />
                  ) : (
                    <span className="text-text-3">{t('no')}</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function has(role: Role, scope: Scope): boolean {
  return scope === 'account:manage' ? role === 'admin' : ROLE_SCOPES[role].includes(scope);
}
