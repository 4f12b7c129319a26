import type { ReactNode } from 'react';
import { useApi } from '../../../../api/api';
import { toaster } from '../../../../components/overlays/toaster';
import { FormDialog } from '../../../../components/forms/form-dialog';
import { useTexts } from '../../../../i18n/texts';
import { useWebhookAct } from '../use-webhooks';
import type { Webhook } from '../webhook-state';

/** Asks before a webhook is deleted. */
export function DeleteWebhookDialog({
  webhook: { id, url },
  onClose,
  onDeleted,
}: {
  webhook: Webhook;
  onClose: () => void;
  onDeleted: () => void;
}): ReactNode {
  const t = useTexts('webhooks');
  const { client } = useApi();
  const { mutate, isPending, error } = useWebhookAct(
    () => client.delete('/webhooks/delete/{id}', { params: { path: { id } } }),
    {
      isShown: false,
      onDone: () => {
        toaster.show({ text: t('deleted') });
        onDeleted();
      },
    },
  );
  return (
    <FormDialog
      title={t('delete_title')}
      verb={t('delete')}
      danger
      busy={isPending}
      error={error}
      onClose={onClose}
      onSubmit={() => mutate(undefined)}
    >
      <p className="font-medium break-all">{url}</p>
      <p>{t('delete_text')}</p>
    </FormDialog>
  );
}
