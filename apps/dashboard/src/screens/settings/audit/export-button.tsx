import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button';
import { useFailureToast } from '../../../components/forms/use-failure-toast';
import { useTexts } from '../../../i18n/texts';
import { useAccountApi } from '../parts/account-api';
import { saveFile } from '../parts/save-file';
import type { AuditFilters } from './audit-filters';

/** Saves the filtered entries as CSV. It is not a link, because the request names the sub account in a header. */
export function ExportButton({ filters }: { filters: AuditFilters }): ReactNode {
  const t = useTexts('settings');
  const showFailure = useFailureToast();
  const { client } = useAccountApi();
  const download = useMutation({
    mutationFn: () => client.get('/account/audit.csv', { params: { query: filters }, parseAs: 'text' }),
    onSuccess: (csv) => saveFile(new Blob([csv], { type: 'text/csv' }), 'audit-log.csv'),
    onError: (error) => showFailure(t('export_failed'), error),
  });
  return (
    <Button icon="download" busy={download.isPending} onClick={() => download.mutate()}>
      {t('export_csv')}
    </Button>
  );
}
