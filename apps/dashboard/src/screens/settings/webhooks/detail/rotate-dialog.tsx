import { idempotencyKey } from '@plaudit/client';
import { type ReactNode, useRef, useState } from 'react';
import { useApi } from '../../../../api/api';
import { SelectField } from '../../../../components/controls/field';
import { Note } from '../../../../components/display/note';
import { FormDialog } from '../../../../components/forms/form-dialog';
import { useTexts } from '../../../../i18n/texts';
import type { ShownSecret } from '../edit/secret-dialog';
import { useWebhookAct } from '../use-webhooks';
import type { Webhook } from '../webhook-state';

const GRACE_HOURS = [24, 1, 72, 168, 0] as const;

/** Replaces the secret. For a time both secrets sign. */
export function RotateDialog({
  webhook: { id, previous_secret_expires_on: overlap },
  onClose,
  onRotated,
}: {
  webhook: Webhook;
  onClose: () => void;
  onRotated: (secret: ShownSecret) => void;
}): ReactNode {
  const t = useTexts('webhooks');
  const { client } = useApi();
  const [hours, setHours] = useState<number>(GRACE_HOURS[0]);
  // A repeat of a request whose answer was lost returns the same secret.
  const key = useRef(idempotencyKey());
  const { mutate, isPending, error } = useWebhookAct(
    () =>
      client.post('/webhooks/rotate_secret/{id}', {
        params: { path: { id }, header: { 'Idempotency-Key': `${key.current}-${hours}` } },
        body: { grace_hours: hours },
      }),
    { isShown: false, onDone: ({ url, secret }) => onRotated({ url, secret }) },
  );
  return (
    <FormDialog
      title={t('rotate_title')}
      verb={t('rotate')}
      busy={isPending}
      error={error}
      onClose={onClose}
      onSubmit={() => mutate(undefined)}
    >
      {overlap && hours > 0 && <Note tone="warn">{t('rotate_early')}</Note>}
      <SelectField
        label={t('rotate_grace')}
        help={t(hours === 0 ? 'rotate_now_help' : 'rotate_help')}
        value={hours}
        choices={GRACE_HOURS.map((one) => ({ value: String(one), label: t(`grace_${one}`) }))}
        onChange={({ target }) => setHours(Number(target.value))}
      />
    </FormDialog>
  );
}
