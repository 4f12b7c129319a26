import { shownFault } from '../../../api/api-error';
import { useTexts } from '../../../i18n/texts';
import type { ImportRow } from './import-rows';

/** Returns the function that says in words what is the matter with a row. */
export function useRowResult(): (row: ImportRow) => string {
  const t = useTexts('invite_import');
  return ({ state }) => {
    if (state.kind === 'unchecked') return t('changed');
    if (state.kind === 'ready') return t('row_ok');
    if (state.kind === 'imported') return t('row_imported');
    if (state.kind === 'problem') return state.fault === null ? t('no_recipient') : shownFault(state.fault);
    return t(state.of === 'recipient' ? 'dup_row' : 'dup_file_reference', { line: state.line });
  };
}
