import { type ReactNode, useState } from 'react';
import { useApi } from '../../../../api/api';
import { Note } from '../../../../components/display/note';
import { SelectField } from '../../../../components/controls/field';
import { toaster } from '../../../../components/overlays/toaster';
import { FormDialog } from '../../../../components/forms/form-dialog';
import { useTexts } from '../../../../i18n/texts';
import { useWebhookAct } from '../use-webhooks';
import { hoursBefore, RECOVERY_HOURS, type Webhook } from '../webhook-state';

/** Sends again what was given up in a time. What still waits for its next try is not part of it. */
export function RecoverDialog({
  webhook: { id, active },
  onClose,
}: {
  webhook: Webhook;
  onClose: () => void;
}): ReactNode {
  const t = useTexts('webhooks');
  const { client } = useApi();
  const [hours, setHours] = useState<number>(RECOVERY_HOURS[1]);
  const { mutate, isPending, error } = useWebhookAct(
    () =>
      client.post('/webhooks/recover/{id}', {
        params: { path: { id } },
        body: { since: hoursBefore(hours, new Date()) },
      }),
    {
      isShown: false,
      onDone: ({ recovered, more }) => {
        toaster.show({
          text: t('recovered', { count: recovered }),
          ...(more && { detail: t('recovered_more') }),
        });
        onClose();
      },
    },
  );
  return (
    <FormDialog
      title={t('recover_title')}
      verb={t('recover')}
      busy={isPending}
      error={error}
      onClose={onClose}
      onSubmit={() => mutate(undefined)}
    >
      {!active && <Note tone="warn">{t('recover_paused')}</Note>}
      <SelectField
        label={t('recover_since')}
        help={t('recover_help')}
        value={hours}
        choices={RECOVERY_HOURS.map((one) => ({ value: String(one), label: t(`since_${one}`) }))}
        onChange={({ target }) => setHours(Number(target.value))}
      />
    </FormDialog>
  );
}
