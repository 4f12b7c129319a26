import { type ReactNode, useState } from 'react';
import { useApi } from '../../../../api/api';
import { FormDialog } from '../../../../components/forms/form-dialog';
import { useTexts } from '../../../../i18n/texts';
import { useWebhookAct } from '../use-webhooks';
import type { ShownSecret } from './secret-dialog';
import { addInput, newDraft } from './webhook-draft';
import { otherError, WebhookFields } from './webhook-fields';

/** Adds a webhook. Its secret is in the answer and nowhere else. */
export function AddWebhookDialog({
  onClose,
  onAdded,
}: {
  onClose: () => void;
  onAdded: (id: number, secret: ShownSecret) => void;
}): ReactNode {
  const t = useTexts('webhooks');
  const { client } = useApi();
  const [draft, setDraft] = useState(newDraft);
  const { mutate, isPending, error } = useWebhookAct(
    () => client.post('/webhooks/add', { body: addInput(draft) }),
    { isShown: false, onDone: ({ id, url, secret }) => onAdded(id, { url, secret }) },
  );
  return (
    <FormDialog
      title={t('add_title')}
      verb={t('add')}
      width={560}
      busy={isPending}
      isWritten={draft.url.trim() !== ''}
      error={otherError(error)}
      onClose={onClose}
      onSubmit={() => mutate(undefined)}
    >
      <WebhookFields draft={draft} error={error} onChange={setDraft} />
    </FormDialog>
  );
}
