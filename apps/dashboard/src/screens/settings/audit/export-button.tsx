import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { shownError } from '../../../api/api-error';
import { Button } from '../../../components/controls/button';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { useAccountApi } from '../parts/account-api';
import { saveFile } from '../parts/save-file';
import type { AuditFilters } from './audit-filters';

/** Saves the filtered entries as CSV. It is not a link, because the request names the sub account in a header. */
export function ExportButton({ filters }: { filters: AuditFilters }): ReactNode {
  const t = useTexts('settings');
  const common = useTexts('common');
  const { client } = useAccountApi();
  const download = useMutation({
    mutationFn: () => client.get('/account/audit.csv', { params: { query: filters }, parseAs: 'text' }),
    onSuccess: (csv) => saveFile(new Blob([csv], { type: 'text/csv' }), 'audit-log.csv'),
    onError: (error) =>
      toaster.show({
        kind: 'failed',
        text: t('export_failed'),
        detail: shownError(error).msg ?? common('network_failed'),
      }),
  });
  return (
    <Button icon="download" busy={download.isPending} onClick={() => download.mutate()}>
      {t('export_csv')}
    </Button>
  );
}
