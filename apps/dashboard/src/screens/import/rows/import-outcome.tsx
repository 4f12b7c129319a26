import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/api';
import { Button } from '../../../components/controls/button';
import { Note } from '../../../components/display/note';
import { ErrorNote } from '../../../components/forms/error-note';
import { useTexts } from '../../../i18n/texts';
import type { ImportModel, ImportState } from './import-model';

/** Says how a check or an import ended: what was added, what got no answer, and what to do about it. */
export function ImportOutcome({
  model,
  state,
  imported,
  search,
}: {
  model: ImportModel;
  state: ImportState;
  imported: number;
  /** The filters of the inbox that show the imported reviews. */
  search: Readonly<Record<string, string>>;
}): ReactNode {
  const t = useTexts('import');
  const { subAccountId } = useApi();
  const { outcome, checkError, phase } = state;
  if (phase !== 'idle') return null;
  const failed = outcome?.failed.reduce((sum, { batch }) => sum + batch.items.length, 0) ?? 0;
  const unsent = outcome?.unsent.reduce((sum, { items }) => sum + items.length, 0) ?? 0;
  return (
    <div className="import-outcome">
      <ErrorNote title={t('check_failed')} error={checkError}>
        <Button size="small" icon="refresh" className="mt-1" onClick={() => void model.check()}>
          {t('check_again')}
        </Button>
      </ErrorNote>
      {imported > 0 && (
        <Note
          tone="good"
          action={
            <Link
              to="/$account/inbox"
              params={{ account: String(subAccountId) }}
              search={search}
              className="btn small"
            >
              {t('see_reviews')}
            </Link>
          }
        >
          <p className="font-medium">{t('imported', { count: imported })}</p>
          {outcome?.stopped && <p>{t('stopped', { count: unsent })}</p>}
        </Note>
      )}
      {failed > 0 && (
        <ErrorNote title={t('failed', { count: failed })} error={outcome?.failed[0]?.error}>
          <p>{t('failed_text')}</p>
        </ErrorNote>
      )}
      {failed + unsent > 0 && (
        <Button icon="refresh" className="justify-self-start" onClick={() => void model.sendRest()}>
          {t('send_rest', { count: failed + unsent })}
        </Button>
      )}
    </div>
  );
}
