import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls/button';
import { TextField } from '../../components/controls/field';
import { useTexts } from '../../i18n/texts';

/** The second step: a code of the app, or a recovery code. Six digits are sent as soon as they are complete. */
export function CodeStep({
  code,
  error,
  onChange,
  onComplete,
}: {
  code: string;
  error: string | null;
  onChange: (code: string) => void;
  onComplete: (code: string) => void;
}): ReactNode {
  const t = useTexts('session');
  const [recovery, setRecovery] = useState(false);
  const change = (typed: string): void => {
    onChange(typed);
    if (!recovery && /^\d{6}$/.test(typed)) onComplete(typed);
  };
  return (
    <>
      <TextField
        key={String(recovery)}
        label={t(recovery ? 'recovery_code' : 'code')}
        help={t(recovery ? 'recovery_text' : 'code_text')}
        error={error}
        name="code"
        value={code}
        onChange={({ target }) => change(target.value.trim())}
        inputMode={recovery ? 'text' : 'numeric'}
        autoComplete={recovery ? 'off' : 'one-time-code'}
        maxLength={64}
        autoFocus
        required
      />
      <Button
        kind="quiet"
        className="justify-self-start"
        onClick={() => {
          setRecovery(!recovery);
          onChange('');
        }}
      >
        {t(recovery ? 'use_code' : 'use_recovery')}
      </Button>
    </>
  );
}
