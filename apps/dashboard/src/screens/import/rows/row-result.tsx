import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { shownFault } from '../../../api/api-error';
import { useApi } from '../../../api/api';
import { Status } from '../../../components/display/labels';
import { useTexts } from '../../../i18n/texts';
import type { ImportRow, ReadOptions } from './import-rows';

interface Words {
  /** What is wrong. */
  problem: string;
  /** What to do. */
  fix: string;
}

/** Returns the function that says what is the matter with a row and how to mend it. */
export function useRowWords(scale: ReadOptions['scale']): (row: ImportRow) => Words {
  const t = useTexts('import');
  return ({ state }) => {
    if (state.kind === 'problem') {
      const { code } = state.problem;
      return { problem: t(`problem_${code}`, { scale }), fix: t(`fix_${code}`, { scale }) };
    }
    if (state.kind === 'refused') return { problem: t('problem_refused'), fix: shownFault(state.fault) };
    if (state.kind === 'duplicate_row')
      return { problem: t('duplicate'), fix: t('duplicate_of_row', { line: state.line }) };
    if (state.kind === 'duplicate') return { problem: t('duplicate'), fix: shownFault(state.fault) };
    return { problem: '', fix: '' };
  };
}

/** What the check said about a row, in the last cell. */
export function RowResult({ row, scale }: { row: ImportRow; scale: ReadOptions['scale'] }): ReactNode {
  const t = useTexts('import');
  const { problem, fix } = useRowWords(scale)(row);
  const { state } = row;
  if (state.kind === 'ready') return <Status tone="good">{t('row_ready')}</Status>;
  if (state.kind === 'unchecked') return <Status tone="busy">{t('row_checking')}</Status>;
  if (state.kind === 'imported') return <ReviewLink id={state.id}>{t('show_review')}</ReviewLink>;
  const isDuplicate = state.kind === 'duplicate' || state.kind === 'duplicate_row';
  return (
    <>
      <Status tone={isDuplicate ? 'quiet' : 'bad'} {...(isDuplicate && { icon: 'copy' })}>
        {problem}
      </Status>
      <p className="help-text">
        {state.kind === 'duplicate' && state.id !== null ? (
          <ReviewLink id={state.id}>{t('duplicate_of_review', { id: String(state.id) })}</ReviewLink>
        ) : (
          fix
        )}
      </p>
    </>
  );
}

function ReviewLink({ id, children }: { id: number; children: ReactNode }): ReactNode {
  const { subAccountId } = useApi();
  return (
    <Link
      to="/$account/inbox"
      params={{ account: String(subAccountId) }}
      search={{ status: 'all', review: String(id) }}
      target="_blank"
    >
      {children}
    </Link>
  );
}
