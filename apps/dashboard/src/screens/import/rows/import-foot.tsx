import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button';
import { useTexts } from '../../../i18n/texts';
import type { ImportState } from './import-model';
import type { RowCounts } from './import-rows';

/** The last bar: what runs now, the download of what is left out, and the import itself. */
export function ImportFoot({
  state,
  counts,
  isBlocked,
  isBusy,
  onStop,
  onDownload,
  onImport,
}: {
  state: ImportState;
  counts: RowCounts;
  /** True if a name of the source is missing. */
  isBlocked: boolean;
  isBusy: boolean;
  onStop: () => void;
  onDownload: () => void;
  onImport: () => void;
}): ReactNode {
  const t = useTexts('import');
  const { phase, progress } = state;
  const rejected = counts.duplicates + counts.problems;
  const isRunning = phase !== 'idle';
  return (
    <footer className="import-foot">
      {isRunning && progress ? (
        <div className="grid min-w-40 grow gap-1">
          <p className="help-text tabular-nums" role="status">
            {t(phase === 'checking' ? 'checking' : 'importing', {
              done: progress.done,
              total: progress.total,
            })}
          </p>
          <progress
            max={progress.total}
            value={progress.done}
            aria-label={t(phase === 'checking' ? 'step_check' : 'step_import')}
          />
        </div>
      ) : (
        <p className="help-text grow">
          {isBlocked ? t('source_missing') : counts.ready === 0 ? t('nothing_ready') : t('twice')}
        </p>
      )}
      {rejected > 0 && !isRunning && (
        <Button size="form" icon="download" onClick={onDownload}>
          {t('download', { count: rejected })}
        </Button>
      )}
      {phase === 'importing' && (
        <Button size="form" onClick={onStop}>
          {t('stop')}
        </Button>
      )}
      <Button
        kind="primary"
        size="form"
        busy={isBusy}
        disabled={isRunning || isBlocked || counts.ready === 0}
        onClick={onImport}
      >
        {t('import_verb', { count: counts.ready })}
      </Button>
    </footer>
  );
}
