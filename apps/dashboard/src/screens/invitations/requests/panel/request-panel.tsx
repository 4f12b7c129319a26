import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { isMissing } from '../../../../api/api-error';
import { useApi } from '../../../../api/api';
import { Button, IconButton } from '../../../../components/controls/button';
import { Empty, Loading, LoadError, SkeletonRows } from '../../../../components/display/states';
import { Menu, MenuItem } from '../../../../components/overlays/menu';
import { useTexts } from '../../../../i18n/texts';
import { useCan } from '../../../../session/session';
import { type Sequence, useProfiles, useSequence } from '../../invite-queries';
import type { InviteRequest } from '../request-list';
import { RequestStatusLabel } from '../requests-table';
import { ActDialog } from './act-dialog';
import { type Act, possibleActs } from './acts';
import { EditDialog } from './edit-dialog';
import { SequenceTimeline } from './sequence-timeline-view';

/** What happened to a request, what is planned, and what can be done about it. */
export function RequestPanel({ id, onClose }: { id: number; onClose: () => void }): ReactNode {
  const t = useTexts('invitations');
  const sequence = useSequence(id);
  const { selected, error, isLoading, retry } = sequence;
  if (selected && !isLoading) return <Details request={selected} sequence={sequence} onClose={onClose} />;
  return (
    <>
      <PanelTop title="" onClose={onClose} />
      {isMissing(error) && (
        <Empty icon="search" title={t('request_missing')}>
          {t('request_missing_text')}
        </Empty>
      )}
      {error && !isMissing(error) ? (
        <LoadError error={error} retry={retry} />
      ) : (
        !error && (
          <Loading>
            <SkeletonRows rows={6} height={44} />
          </Loading>
        )
      )}
    </>
  );
}

function PanelTop({
  title,
  subtitle,
  actions,
  onClose,
}: {
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  onClose: () => void;
}): ReactNode {
  const t = useTexts('invitations');
  return (
    <header>
      <IconButton className="inv-back" icon="back" label={t('back_to_list')} onClick={onClose} />
      <div className="min-w-0 grow">
        {title && <h2 className="text-14 font-semibold">{title}</h2>}
        {subtitle}
      </div>
      {actions}
      <IconButton className="inv-close" icon="close" label={t('close_panel')} onClick={onClose} />
    </header>
  );
}

function Details({
  request,
  sequence,
  onClose,
}: {
  request: InviteRequest;
  sequence: Sequence;
  onClose: () => void;
}): ReactNode {
  const t = useTexts('invitations');
  const mayWrite = useCan('invites:write');
  const [act, setAct] = useState<Act | null>(null);
  const acts = mayWrite ? possibleActs(request, sequence.requests) : [];
  const recipient = request.recipient || t('erased');
  const end = (): void => setAct(null);
  return (
    <>
      <PanelTop
        title={request.name ?? recipient}
        subtitle={<Subtitle request={request} recipient={recipient} />}
        actions={acts.length > 0 && <ActMenu acts={acts} onAct={setAct} />}
        onClose={onClose}
      />
      <div className="body">
        <Facts request={request} />
        <SequenceTimeline sequence={sequence} />
        <ReviewLink request={request} />
        <DataList request={request} />
      </div>
      {acts.length > 0 && <MainActs acts={acts} onAct={setAct} />}
      {act === 'edit' && <EditDialog request={request} onClose={end} />}
      {act && act !== 'edit' && (
        <ActDialog
          act={act}
          request={request}
          sequence={sequence.requests}
          onClose={end}
          onDeleted={onClose}
        />
      )}
    </>
  );
}

function Subtitle({ request, recipient }: { request: InviteRequest; recipient: string }): ReactNode {
  const t = useTexts('invitations');
  return (
    <>
      {request.name && <p className="help-text">{recipient}</p>}
      {request.reference && (
        <p className="help-text">{t('reference_is', { reference: request.reference })}</p>
      )}
    </>
  );
}

function Facts({ request }: { request: InviteRequest }): ReactNode {
  const t = useTexts('invitations');
  const { subAccountId } = useApi();
  const profile = useProfiles().find(({ id }) => id === request.settings_id);
  return (
    <p className="flex flex-wrap items-center gap-2">
      <RequestStatusLabel request={request} />
      <span className="help-text">
        {t('profile_no', { profile: profile?.name ?? t('profile_gone'), id: request.id })}
      </span>
      {request.parent_id && (
        <Link
          from="/$account/invitations"
          to="/$account/invitations"
          params={{ account: String(subAccountId) }}
          search={(old) => ({ ...old, request: String(request.parent_id) })}
          className="text-12 font-medium"
        >
          {t('open_first')}
        </Link>
      )}
    </p>
  );
}

function ReviewLink({ request }: { request: InviteRequest }): ReactNode {
  const t = useTexts('invitations');
  const { subAccountId } = useApi();
  if (!request.review_id) return null;
  return (
    <Link
      to="/$account/inbox"
      params={{ account: String(subAccountId) }}
      search={{ review: String(request.review_id) }}
      className="font-medium"
    >
      {t('open_review')}
    </Link>
  );
}

function DataList({ request }: { request: InviteRequest }): ReactNode {
  const t = useTexts('invitations');
  const entries = Object.entries(request.data);
  if (entries.length === 0) return null;
  return (
    <section className="inv-data">
      <h3 className="label">{t('data_title')}</h3>
      <dl>
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{String(value ?? '')}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function ActMenu({ acts, onAct }: { acts: readonly Act[]; onAct: (act: Act) => void }): ReactNode {
  const t = useTexts('invitations');
  const common = useTexts('common');
  return (
    <Menu
      label={common('actions')}
      trigger={(attributes) => <IconButton icon="more" label={common('actions')} {...attributes} />}
    >
      {acts.map((act) => (
        <MenuItem key={act} icon={ICONS[act]} danger={act === 'delete'} onSelect={() => onAct(act)}>
          {t(`act_${act}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}

const ICONS = { send: 'send', stop: 'pause', reviewed: 'check', edit: 'edit', delete: 'trash' } as const;

function MainActs({ acts, onAct }: { acts: readonly Act[]; onAct: (act: Act) => void }): ReactNode {
  const t = useTexts('invitations');
  const shown = acts.filter((act) => act === 'send' || act === 'reviewed' || act === 'stop');
  if (shown.length === 0) return null;
  return (
    <footer>
      {shown.map((act) => (
        <Button key={act} kind={act === 'stop' ? 'danger' : 'default'} onClick={() => onAct(act)}>
          {t(`act_${act}`)}
        </Button>
      ))}
    </footer>
  );
}
