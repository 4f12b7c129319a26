import { type ReactNode, useId } from 'react';
import { Radio } from '../../../components/controls/choice';
import { useTexts } from '../../../i18n/texts';
import { SourceField } from '../source-field';
import type { ImportSettings } from './import-settings';

/** Where the reviews of an import go. */
export function TargetFields({
  settings,
  isLocked,
  sourceError,
  onChange,
}: {
  settings: ImportSettings;
  isLocked: boolean;
  sourceError: string | null;
  onChange: (settings: ImportSettings) => void;
}): ReactNode {
  const t = useTexts('import');
  const name = useId();
  const { source, isApproved } = settings;
  return (
    <section className="grid gap-3 border-t border-line pt-4">
      <SourceField
        choice={source}
        disabled={isLocked}
        nameError={sourceError}
        onChange={(choice) => onChange({ ...settings, source: choice })}
      />
      <fieldset className="grid gap-2" disabled={isLocked}>
        <legend className="label">{t('put_in')}</legend>
        <Radio
          label={t('put_waiting')}
          name={name}
          checked={!isApproved}
          onChange={() => onChange({ ...settings, isApproved: false })}
        />
        <Radio
          label={t('put_approved')}
          name={name}
          checked={isApproved}
          onChange={() => onChange({ ...settings, isApproved: true })}
        />
      </fieldset>
    </section>
  );
}
