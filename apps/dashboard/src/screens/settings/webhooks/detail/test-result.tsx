import type { Schema } from '@plaudit/client';
import type { ReactNode } from 'react';
import { IconButton } from '../../../../components/controls/button';
import { Note } from '../../../../components/display/note';
import { useTexts } from '../../../../i18n/texts';
import { prettyBody } from '../log/pretty-body';

/** What the endpoint answered to a test. */
export function TestResult({
  result,
  onClose,
}: {
  result: Schema<'TestResult'>;
  onClose: () => void;
}): ReactNode {
  const t = useTexts('webhooks');
  const common = useTexts('common');
  const { success, status_code: status, error, response } = result;
  const values = { status: String(status), ms: response.duration_ms };
  return (
    <Note
      tone={success ? 'good' : 'bad'}
      action={<IconButton size="small" icon="close" label={common('close')} onClick={onClose} />}
    >
      <p className="font-medium">
        {t(success ? 'test_worked' : status ? 'test_refused' : 'test_no_answer', values)}
      </p>
      {!success && error && <p>{error}</p>}
      {response.body && <pre className="code hook-code">{prettyBody(response.body)}</pre>}
    </Note>
  );
}
