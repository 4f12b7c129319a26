import type { ReactNode } from 'react';
import { shownError } from '../../api/api-error';
import { useTexts } from '../../i18n/texts';
import { Note } from '../display/note';

/** Says why something failed, in the words of the server, and by which request. Shows nothing without an error. */
export function ErrorNote({
  title,
  error,
  children,
}: {
  /** What failed, if that is not clear. */
  title?: string;
  error: unknown;
  /** What it means, and what to do about it. */
  children?: ReactNode;
}): ReactNode {
  const t = useTexts('common');
  if (!error) return null;
  const { msg, requestId } = shownError(error);
  return (
    <Note tone="bad">
      {title && <p className="font-medium">{title}</p>}
      <p>{msg ?? t('network_failed')}</p>
      {requestId && <p className="help-text break-all">{t('request_id', { id: requestId })}</p>}
      {children}
    </Note>
  );
}
