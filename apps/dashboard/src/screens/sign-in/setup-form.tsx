import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { usePreferences } from '../../app/preferences';
import { Button } from '../../components/controls/button';
import { CheckedForm } from '../../components/controls/checked-form';
import { SelectField, TextField } from '../../components/controls/field';
import { Note } from '../../components/display/note';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES } from '../../i18n/languages';
import { useTexts } from '../../i18n/texts';
import { NewPasswordField } from './new-password-field';

export interface SetupFields {
  token: string;
  name: string;
  company_name: string;
  email: string;
  password: string;
  time_zone: string;
  language: string;
}

const TEXT_FIELDS = ['token', 'name', 'company_name', 'email', 'password'];

/** The form of the first person. `token` is that of the link, or empty. */
export function SetupForm({
  token,
  error,
  busy,
  onSubmit,
}: {
  token: string;
  error: { msg: string; field: string | null } | null;
  busy: boolean;
  onSubmit: (fields: SetupFields) => void;
}): ReactNode {
  const t = useTexts('session');
  const { language, change } = usePreferences();
  const [fields, setFields] = useState({
    token,
    name: '',
    company_name: '',
    email: '',
    password: '',
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  const input = (name: 'token' | 'name' | 'company_name' | 'email') => ({
    name,
    value: fields[name],
    error: error?.field === name ? error.msg : null,
    onChange: ({ target }: { target: HTMLInputElement }) => setFields({ ...fields, [name]: target.value }),
    required: true,
  });
  const form = useFocusOnError(error);
  return (
    <CheckedForm ref={form} className="grid gap-5" onSubmit={() => onSubmit({ ...fields, language })}>
      <header className="grid gap-1">
        <h1 className="text-20 font-semibold tracking-tight">{t('setup_title')}</h1>
        <p className="text-text-2">{t('setup_text')}</p>
      </header>
      {error && !TEXT_FIELDS.includes(error.field ?? '') && <Note tone="bad">{error.msg}</Note>}
      <TextField
        label={t('setup_token')}
        help={t(token ? 'setup_token_filled' : 'setup_token_help')}
        autoComplete="off"
        spellCheck={false}
        {...input('token')}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField label={t('your_name')} autoComplete="name" autoFocus {...input('name')} />
        <TextField label={t('business')} autoComplete="organization" {...input('company_name')} />
      </div>
      <TextField label={t('email')} type="email" autoComplete="username" {...input('email')} />
      <NewPasswordField
        label={t('password')}
        value={fields.password}
        error={error?.field === 'password' ? error.msg : null}
        onChange={(password) => setFields({ ...fields, password })}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label={t('time_zone')}
          value={fields.time_zone}
          onChange={({ target }) => setFields({ ...fields, time_zone: target.value })}
          choices={timeZones(fields.time_zone)}
        />
        <SelectField
          label={t('language')}
          value={language}
          onChange={({ target }) => isLanguage(target.value) && change({ language: target.value })}
          choices={LANGUAGES.map((one) => ({ value: one, label: LANGUAGE_NAMES[one] }))}
        />
      </div>
      <div>
        <Button kind="primary" size="form" type="submit" busy={busy}>
          {t('create_owner')}
        </Button>
      </div>
    </CheckedForm>
  );
}

/** Moves the focus to the field of the error in a form. The button of the form loses it while it is busy. */
function useFocusOnError(error: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  return form;
}

/** Returns all zones of the browser. That of the browser itself may be missing among them, such as UTC. */
function timeZones(own: string): { value: string; label: string }[] {
  const zones = new Set([own, ...Intl.supportedValuesOf('timeZone')]);
  return [...zones].sort().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
}
