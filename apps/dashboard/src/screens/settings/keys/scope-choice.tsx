import { effectiveScopes } from '@plaudit/contracts/scopes';
import type { ReactNode } from 'react';
import { Checkbox } from '../../../components/controls/choice';
import { Segments } from '../../../components/controls/segments';
import { useTexts } from '../../../i18n/texts';
import type { Role, Scope } from '../../../session/session';
import { byArea, verbOf } from './role-scopes';

/** Chooses all scopes of a role, or some of them. `chosen` is null for all. */
export function ScopeChoice({
  role,
  accountManagement,
  chosen,
  error,
  onChange,
}: {
  role: Role;
  accountManagement: boolean;
  chosen: readonly Scope[] | null;
  error: string | null;
  onChange: (chosen: Scope[] | null) => void;
}): ReactNode {
  const t = useTexts('settings');
  const possible = effectiveScopes(role, accountManagement, []);
  const toggle = (scope: Scope): void => {
    const had = chosen ?? [];
    onChange(had.includes(scope) ? had.filter((one) => one !== scope) : [...had, scope]);
  };
  return (
    <div className="grid gap-2">
      <span className="label">{t('scopes')}</span>
      <div>
        <Segments
          label={t('scopes')}
          value={chosen ? 'some' : 'all'}
          choices={[
            { value: 'all', label: t('all_of_role') },
            { value: 'some', label: t('only_some') },
          ]}
          onChange={(value) =>
            onChange(
              value === 'all' ? null : (chosen?.slice() ?? possible.filter((one) => verbOf(one) === 'read')),
            )
          }
        />
      </div>
      {chosen && (
        <div className="grid gap-2 rounded-6 border border-line px-3 py-2">
          {byArea(possible).map(([area, scopes]) => (
            <fieldset key={area} className="flex flex-wrap gap-x-4 gap-y-1">
              <legend className="sr-only">{t(`area_${area}`)}</legend>
              <span className="w-24" aria-hidden="true">
                {t(`area_${area}`)}
              </span>
              {scopes.map((scope) => (
                <Checkbox
                  key={scope}
                  label={t(`verb_${verbOf(scope)}`)}
                  checked={chosen.includes(scope)}
                  onChange={() => toggle(scope)}
                />
              ))}
            </fieldset>
          ))}
        </div>
      )}
      {error && (
        <p className="help bad" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
