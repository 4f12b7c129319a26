import type { ReactNode } from 'react';
import { Icon } from '../../components/display/icon';
import { useTexts } from '../../i18n/texts';

export const IMPORT_STEPS = ['file', 'columns', 'check', 'import'] as const;
export type ImportStep = (typeof IMPORT_STEPS)[number];

/** The steps of an import, of which all after the first are one page. */
export function ImportStepper({ current }: { current: ImportStep }): ReactNode {
  const t = useTexts('import');
  const at = IMPORT_STEPS.indexOf(current);
  return (
    <ol className="import-stepper" aria-label={t('steps')}>
      {IMPORT_STEPS.map((step, place) => (
        <li
          key={step}
          className={place < at ? 'is-done' : ''}
          aria-current={step === current ? 'step' : undefined}
        >
          <span>{place < at ? <Icon name="check" size="small" label={t('step_done')} /> : place + 1}</span>
          {t(`step_${step}`)}
        </li>
      ))}
    </ol>
  );
}
