import type { ReactNode } from 'react';
import { Checkbox } from '../../components/controls/choice';
import { useTexts } from '../../i18n/texts';
import type { Scope } from '../../session/session';
import { byArea } from '../settings/keys/role-scopes';

/** What the app asked for and the user can give, in groups by area. */
export function ScopeFields({
  grantable,
  chosen,
  onChange,
}: {
  grantable: readonly Scope[];
  chosen: readonly Scope[];
  onChange: (chosen: Scope[]) => void;
}): ReactNode {
  const t = useTexts('apps');
  const toggle = (scope: Scope): void =>
    onChange(chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope]);
  // The role of the user has nothing of it, which the list below says.
  if (grantable.length === 0) return null;
  return (
    <section className="grid gap-2" aria-labelledby="may">
      <h2 id="may" className="font-semibold">
        {t('may')}
      </h2>
      <p className="help-text">{t('may_help')}</p>
      <div className="grid rounded-6 border border-line">
        {byArea(grantable).map(([area, scopes]) => (
          <fieldset key={area} className="consent-area">
            <legend className="sr-only">{t(`area_${area}`)}</legend>
            <span className="font-medium" aria-hidden="true">
              {t(`area_${area}`)}
            </span>
            <div className="grid gap-1.5">
              {scopes.map((scope) => (
                <Checkbox
                  key={scope}
                  label={t(`scope.${scope}`)}
                  checked={chosen.includes(scope)}
                  onChange={() => toggle(scope)}
                />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      {chosen.length === 0 && (
        <p className="help bad" role="alert">
          {t('choose_scope')}
        </p>
      )}
    </section>
  );
}
