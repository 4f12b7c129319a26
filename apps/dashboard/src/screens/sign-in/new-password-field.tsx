import type { ReactNode } from 'react';
import { PasswordField } from '../../components/controls/password-field';
import { useTexts } from '../../i18n/texts';
import { MIN_PASSWORD_LENGTH, passwordLength } from './password-length';

/** A new password with its rule, which is shown while a person types. A form with a shorter one is not sent. */
export function NewPasswordField({
  label,
  value,
  error,
  onChange,
}: {
  label: string;
  value: string;
  error?: string | null;
  onChange: (password: string) => void;
}): ReactNode {
  const t = useTexts('session');
  const count = passwordLength(value);
  const isShort = count < MIN_PASSWORD_LENGTH;
  // The form then names the rule and keeps the focus in the field.
  const complaint = (password: string): string => {
    const typed = passwordLength(password);
    return typed < MIN_PASSWORD_LENGTH ? t('password_short', { count: typed, min: MIN_PASSWORD_LENGTH }) : '';
  };
  const help =
    count === 0 ? (
      t('password_rule', { min: MIN_PASSWORD_LENGTH })
    ) : (
      <span className={isShort ? '' : 'text-good'}>
        {t(isShort ? 'password_short' : 'password_good', { count, min: MIN_PASSWORD_LENGTH })}
      </span>
    );
  return (
    <PasswordField
      label={label}
      name="new-password"
      autoComplete="new-password"
      help={help}
      error={error}
      value={value}
      onChange={({ target }) => {
        target.setCustomValidity(complaint(target.value));
        onChange(target.value);
      }}
      required
    />
  );
}
