import { type ReactNode, useState } from 'react';
import { useApi } from '../../../../api/api';
import { toaster } from '../../../../components/overlays/toaster';
import { FormDialog } from '../../../../components/forms/form-dialog';
import { useTexts } from '../../../../i18n/texts';
import { useWebhookAct } from '../use-webhooks';
import type { Webhook } from '../webhook-state';
import { draftOf, updateInput } from './webhook-draft';
import { otherError, WebhookFields } from './webhook-fields';

/** Changes address, note, events and sub accounts of a webhook. */
export function EditWebhookDialog({
  webhook,
  onClose,
}: {
  webhook: Webhook;
  onClose: () => void;
}): ReactNode {
  const t = useTexts('webhooks');
  const common = useTexts('common');
  const { client } = useApi();
  const [first] = useState(webhook);
  const [draft, setDraft] = useState(() => draftOf(webhook));
  const body = updateInput(draft, first);
  const isChanged = Object.keys(body).length > 0;
  const { mutate, isPending, error } = useWebhookAct(
    () => client.put('/webhooks/update/{id}', { params: { path: { id: webhook.id } }, body }),
    {
      isShown: false,
      onDone: () => {
        toaster.show({ text: t('saved') });
        onClose();
      },
    },
  );
  return (
    <FormDialog
      title={t('edit_title')}
      verb={common('save')}
      width={560}
      busy={isPending}
      isWritten={isChanged}
      error={otherError(error)}
      onClose={onClose}
      onSubmit={() => (isChanged ? mutate(undefined) : onClose())}
    >
      <WebhookFields draft={draft} error={error} onChange={setDraft} />
    </FormDialog>
  );
}
