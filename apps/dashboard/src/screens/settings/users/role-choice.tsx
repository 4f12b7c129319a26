import type { ReactNode } from 'react';
import { Radio } from '../../../components/controls/choice';
import { useTexts } from '../../../i18n/texts';
import type { Role } from '../../../session/session';
import { ROLES } from '../keys/role-scopes';

/** Chooses the role of a person. */
export function RoleChoice({
  role,
  error,
  onChange,
}: {
  role: Role;
  error: string | null;
  onChange: (role: Role) => void;
}): ReactNode {
  const t = useTexts('settings');
  const common = useTexts('common');
  return (
    <fieldset className="grid gap-2">
      <legend className="label">{t('role')}</legend>
      {ROLES.map((one) => (
        <Radio
          key={one}
          name="role"
          label={common(`role_${one}`)}
          help={t(`role_${one}_person`)}
          checked={role === one}
          onChange={() => onChange(one)}
        />
      ))}
      {error && (
        <p className="help bad" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
