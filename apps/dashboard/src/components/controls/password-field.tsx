import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { Icon } from '../display/icon';
import { IconButton } from './button';
import { TextField } from './field';

/** A password with a button that shows it and a warning while caps lock is on. */
export function PasswordField({
  help,
  ...field
}: Omit<ComponentProps<typeof TextField>, 'type' | 'after'>): ReactNode {
  const t = useTexts('common');
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watch = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'));
  const warning = (
    <span className="flex items-center gap-1 text-warn">
      <Icon name="alert" size="small" />
      {t('caps_lock')}
    </span>
  );
  return (
    <TextField
      {...field}
      help={capsLock ? warning : help}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      onKeyDown={watch}
      onKeyUp={watch}
      after={
        <IconButton
          size="small"
          icon="eye"
          label={t(shown ? 'hide_password' : 'show_password')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
