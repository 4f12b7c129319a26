import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useShortcuts } from '../../../app/shortcuts';
import { useMedia } from '../../../app/use-media';
import { Button } from '../../../components/controls/button';
import { Empty, Loading, LoadError } from '../../../components/display/states';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import { SectionHeader } from '../parts/section';
import { WebhookDetail } from './detail/webhook-detail';
import { AddWebhookDialog } from './edit/add-webhook-dialog';
import { type ShownSecret, SecretDialog } from './edit/secret-dialog';
import { useWebhookList, useWebhookSearch } from './use-webhooks';
import { WebhookList } from './webhook-list';
import './webhooks.css';

/** Below this width the list and a webhook are pages of their own. */
const ONE_PANE = '(width < 56.25rem)';

/** The endpoints that get events, and the log of what was sent to them. */
export function WebhooksSection(): ReactNode {
  const t = useTexts('webhooks');
  const [search, change] = useWebhookSearch();
  const mayWrite = useCan('webhooks:write');
  const [secret, setSecret] = useState<ShownSecret | null>(null);
  const add = (): void => change({ add: '1' });
  useShortcuts(mayWrite ? [{ keys: 'n', run: add }] : []);
  return (
    <>
      <SectionHeader
        title={t('title')}
        actions={
          mayWrite ? (
            <Button kind="primary" icon="add" shortcut="N" onClick={add}>
              {t('add')}
            </Button>
          ) : (
            <p className="help-text">{t('read_only')}</p>
          )
        }
      >
        {t('lead')}
      </SectionHeader>
      <Webhooks onAdd={mayWrite ? add : null} onSecret={setSecret} />
      {search.add && mayWrite && !secret && (
        <AddWebhookDialog
          onClose={() => change({ add: '' }, true)}
          onAdded={(id, shown) => {
            setSecret(shown);
            change({ webhook: String(id), add: '', status: '', event: '', attempt: '', cursor: '' }, true);
          }}
        />
      )}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}

function Webhooks({
  onAdd,
  onSecret,
}: {
  onAdd: (() => void) | null;
  onSecret: (secret: ShownSecret) => void;
}): ReactNode {
  const t = useTexts('webhooks');
  const [search, change] = useWebhookSearch();
  const isOnePane = useMedia(ONE_PANE);
  const { data, error, refetch } = useWebhookList();
  const pane = useRef<HTMLDivElement>(null);
  const wanted = Number(search.webhook) || null;
  useEffect(() => {
    if (wanted !== null && isOnePane) pane.current?.scrollIntoView({ block: 'start' });
  }, [wanted, isOnePane]);
  if (!data) return error ? <LoadError error={error} retry={() => void refetch()} /> : <Loading />;
  if (data.length === 0) {
    return (
      <Empty
        icon="webhook"
        title={t('empty_title')}
        {...(onAdd && { action: <Button onClick={onAdd}>{t('add')}</Button> })}
      >
        {t('empty_text')}
      </Empty>
    );
  }
  const shown = wanted ?? (isOnePane ? null : (data[0]?.id ?? null));
  return (
    <div className="hooks" ref={pane}>
      {(!isOnePane || shown === null) && <WebhookList webhooks={data} current={shown} />}
      {shown !== null && (
        <div className="hook-pane">
          {isOnePane && (
            <Button kind="quiet" icon="back" onClick={() => change({ webhook: '', attempt: '', cursor: '' })}>
              {t('all_endpoints')}
            </Button>
          )}
          <WebhookDetail key={shown} id={shown} onSecret={onSecret} />
        </div>
      )}
    </div>
  );
}
