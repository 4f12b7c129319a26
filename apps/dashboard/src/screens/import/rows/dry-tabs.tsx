import type { ReactNode } from 'react';
import { Status } from '../../../components/display/labels';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { type ImportRow, type ReadOptions, type RowCounts, type RowGroup, summaryOf } from './import-rows';

const TONES = {
  ready: { tone: 'good', icon: 'done' },
  duplicates: { tone: 'quiet', icon: 'copy' },
  problems: { tone: 'bad', icon: 'failed' },
  imported: { tone: 'good', icon: 'check' },
} as const;

/** The counts of the check. They are tabs of the table below. */
export function DryTabs({
  rows,
  counts,
  read,
  group,
  onGroup,
}: {
  rows: readonly ImportRow[];
  counts: RowCounts;
  read: ReadOptions;
  group: RowGroup;
  onGroup: (group: RowGroup) => void;
}): ReactNode {
  const t = useTexts('import');
  const formats = useFormats();
  const hints: Record<RowGroup, string> = {
    ready: useSummary(rows, read),
    duplicates: t('tab_skipped'),
    problems: t('tab_skipped_unless_fixed'),
    imported: '',
  };
  const groups = (['imported', 'ready', 'duplicates', 'problems'] as const).filter(
    (one) => one !== 'imported' || counts.imported > 0,
  );
  return (
    <div className="import-tabs" role="group" aria-label={t('check_result')}>
      {groups.map((one) => (
        <button key={one} type="button" aria-pressed={one === group} onClick={() => onGroup(one)}>
          <Status {...TONES[one]}>{t(`tab_${one}`)}</Status>
          <b className="tabular-nums">{formats.number(counts[one])}</b>
          <span className="help-text">{hints[one]}</span>
        </button>
      ))}
      <p className="help-text">{counts.imported > 0 ? t('dry_done') : t('dry_run')}</p>
    </div>
  );
}

function useSummary(rows: readonly ImportRow[], read: ReadOptions): string {
  const t = useTexts('import');
  const formats = useFormats();
  const { average, years } = summaryOf(rows, read);
  if (!years) return '';
  const [first, last] = years.map(String) as [string, string];
  const span = first === last ? first : t('summary_years', { first, last });
  return average === null ? span : t('summary', { years: span, average: formats.number(average, 1) });
}
