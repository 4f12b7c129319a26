import type { ReactNode } from 'react';
import { Radio } from '../../../components/controls/choice';
import { useTexts } from '../../../i18n/texts';
import type { Role } from '../../../session/session';
import { ROLES } from '../keys/role-scopes';

/** Chooses the role of a person or a key. */
export function RoleChoice({
  of,
  role,
  error = null,
  onChange,
  children,
}: {
  of: 'person' | 'key';
  role: Role;
  error?: string | null;
  onChange: (role: Role) => void;
  /** More rights that are given with it. */
  children?: ReactNode;
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
          help={t(of === 'key' ? `role_${one}_text` : `role_${one}_person`)}
          checked={role === one}
          onChange={() => onChange(one)}
        />
      ))}
      {children}
      {error && (
        <p className="help bad" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
