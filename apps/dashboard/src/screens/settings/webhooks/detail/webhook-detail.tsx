import { type ReactNode, useState } from 'react';
import { isMissing } from '../../../../api/api-error';
import { useApi } from '../../../../api/api';
import { Button, IconButton } from '../../../../components/controls/button';
import { CopyButton } from '../../../../components/controls/copy-button';
import { LongWait } from '../../../../components/display/long-wait';
import { Empty, Loading, LoadError } from '../../../../components/display/states';
import { Menu, MenuItem } from '../../../../components/overlays/menu';
import { useTexts } from '../../../../i18n/texts';
import { useCan } from '../../../../session/session';
import { EditWebhookDialog } from '../edit/edit-webhook-dialog';
import type { ShownSecret } from '../edit/secret-dialog';
import { DeliveryLog } from '../log/delivery-log';
import { useWebhook, useWebhookAct, useWebhookSearch } from '../use-webhooks';
import { WebhookStatus } from '../webhook-list';
import { type Webhook } from '../webhook-state';
import { DeleteWebhookDialog } from './delete-webhook-dialog';
import { RecoverDialog } from './recover-dialog';
import { RotateDialog } from './rotate-dialog';
import { StateNote } from './state-note';
import { TestResult } from './test-result';
import { WebhookFacts } from './webhook-facts';

type OpenDialog = 'edit' | 'rotate' | 'recover' | 'delete' | null;

/** One webhook: its state, what it gets, and the log of its deliveries. */
export function WebhookDetail({
  id,
  onSecret,
}: {
  id: number;
  onSecret: (secret: ShownSecret) => void;
}): ReactNode {
  const t = useTexts('webhooks');
  const { client } = useApi();
  const mayWrite = useCan('webhooks:write');
  const [open, setOpen] = useState<OpenDialog>(null);
  const { data: webhook, error, refetch } = useWebhook(id);
  const test = useWebhookAct(() => client.post('/webhooks/test/{id}', { params: { path: { id } } }));
  if (!webhook) {
    if (isMissing(error)) {
      return (
        <Empty icon="webhook" title={t('missing_title')}>
          {t('missing_text')}
        </Empty>
      );
    }
    return error ? <LoadError error={error} retry={() => void refetch()} /> : <Loading />;
  }
  return (
    <section className="grid content-start gap-4" aria-label={webhook.url}>
      <header className="flex flex-wrap items-center gap-2">
        <div className="grid min-w-0 grow basis-60 gap-1">
          <h3 className="text-14 font-semibold break-all">{webhook.url}</h3>
          <WebhookStatus webhook={webhook} />
        </div>
        <CopyButton text={webhook.url} kind="quiet" aria-label={t('copy_url')} title={t('copy_url')} />
        {mayWrite && (
          <>
            <Button icon="send" busy={test.isPending} onClick={() => test.mutate(undefined)}>
              {t('send_test')}
            </Button>
            {webhook.disabled_reason !== 'maker_removed' && <PauseButton webhook={webhook} />}
            <ActMenu onOpen={setOpen} />
          </>
        )}
      </header>
      <StateNote webhook={webhook} pending={webhook.pending} mayWrite={mayWrite} />
      <LongWait busy={test.isPending} doing={t('sending_test')} waitingFor={t('test_waits')} />
      {test.data && <TestResult result={test.data} onClose={test.reset} />}
      <WebhookFacts webhook={webhook} {...(mayWrite && { onRotate: () => setOpen('rotate') })} />
      <DeliveryLog webhook={webhook} />
      <Dialogs webhook={webhook} open={open} onClose={() => setOpen(null)} onSecret={onSecret} />
    </section>
  );
}

function ActMenu({ onOpen }: { onOpen: (dialog: OpenDialog) => void }): ReactNode {
  const t = useTexts('webhooks');
  const common = useTexts('common');
  return (
    <Menu
      label={common('actions')}
      trigger={(attributes) => <IconButton {...attributes} icon="more" label={common('actions')} />}
    >
      <MenuItem icon="edit" onSelect={() => onOpen('edit')}>
        {t('edit')}
      </MenuItem>
      <MenuItem icon="key" onSelect={() => onOpen('rotate')}>
        {t('rotate')}
      </MenuItem>
      <MenuItem icon="refresh" onSelect={() => onOpen('recover')}>
        {t('recover')}
      </MenuItem>
      <hr />
      <MenuItem icon="trash" danger onSelect={() => onOpen('delete')}>
        {t('delete')}
      </MenuItem>
    </Menu>
  );
}

function Dialogs({
  webhook,
  open,
  onClose,
  onSecret,
}: {
  webhook: Webhook;
  open: OpenDialog;
  onClose: () => void;
  onSecret: (secret: ShownSecret) => void;
}): ReactNode {
  const [, change] = useWebhookSearch();
  if (open === 'edit') return <EditWebhookDialog webhook={webhook} onClose={onClose} />;
  if (open === 'recover') return <RecoverDialog webhook={webhook} onClose={onClose} />;
  if (open === 'rotate') {
    return (
      <RotateDialog
        webhook={webhook}
        onClose={onClose}
        onRotated={(secret) => {
          onClose();
          onSecret(secret);
        }}
      />
    );
  }
  if (open !== 'delete') return null;
  return (
    <DeleteWebhookDialog
      webhook={webhook}
      onClose={onClose}
      onDeleted={() => {
        onClose();
        change({ webhook: '', status: '', event: '', attempt: '', cursor: '' }, true);
      }}
    />
  );
}

/** Pauses an active webhook, and resumes one that is paused or switched off. */
function PauseButton({ webhook: { id, active } }: { webhook: Webhook }): ReactNode {
  const t = useTexts('webhooks');
  const { client } = useApi();
  const { mutate, isPending } = useWebhookAct((isActive: boolean) =>
    client.put('/webhooks/update/{id}', { params: { path: { id } }, body: { active: isActive } }),
  );
  return (
    <Button icon={active ? 'pause' : 'refresh'} busy={isPending} onClick={() => mutate(!active)}>
      {t(active ? 'pause' : 'resume')}
    </Button>
  );
}
