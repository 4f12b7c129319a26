import type { ReactNode } from 'react';
import { SelectField, TextField } from '../../../components/controls/field';
import { useTexts } from '../../../i18n/texts';
import { EXPIRY_PRESETS, type ExpiryPreset } from './expiry-presets';

/** Chooses when a key ends: one of some usual spans, or a day. */
export function ExpiryField({
  preset,
  day,
  error,
  onChange,
}: {
  preset: ExpiryPreset;
  day: string;
  error: string | null;
  onChange: (change: { preset?: ExpiryPreset; day?: string }) => void;
}): ReactNode {
  const t = useTexts('settings');
  const isDate = preset === 'date';
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField
        label={t('ends')}
        help={t('ends_help')}
        error={isDate ? null : error}
        value={preset}
        onChange={({ target }) => onChange({ preset: target.value as ExpiryPreset })}
        choices={EXPIRY_PRESETS.map((value) => ({ value, label: t(`expiry_${value}`) }))}
      />
      {isDate && (
        <TextField
          label={t('last_day')}
          type="date"
          value={day}
          error={error}
          onChange={({ target }) => onChange({ day: target.value })}
          required
        />
      )}
    </div>
  );
}
