import type { Schema } from '@plaudit/client';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../api/api';
import { Button, IconButton } from '../../../components/controls/button';
import { Empty, LoadError, Loading } from '../../../components/display/states';
import { Content } from '../../../components/layout/page';
import { Menu, MenuItem } from '../../../components/overlays/menu';
import { apiDate, useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import { NameDialog } from '../name-dialog';
import { MoveSourceDialog } from './move-source-dialog';
import { useSources } from './use-sources';

export type Source = Schema<'Source'>;
type Open = { kind: 'add' } | { kind: 'rename' | 'merge' | 'delete'; source: Source };
const MAX_NAME = 100;

/** The sources of reviews that no channel has, such as a guest book. */
export function SourcesTab(): ReactNode {
  const t = useTexts('channels');
  const { data: sources, error, refetch } = useSources();
  const canWrite = useCan('reviews:write');
  const [open, setOpen] = useState<Open | null>(null);
  const add = canWrite && (
    <Button icon="add" onClick={() => setOpen({ kind: 'add' })}>
      {t('add_source')}
    </Button>
  );
  return (
    <>
      <div className="tools">
        <p className="text-text-2">{t('sources_text')}</p>
        <span className="ms-auto">{sources && sources.length > 0 && add}</span>
      </div>
      <Content className="">
        {!sources && (error ? <LoadError error={error} retry={() => void refetch()} /> : <Loading />)}
        {sources?.length === 0 && (
          <Empty icon="log" title={t('no_sources')} action={add}>
            {t('no_sources_text')}
          </Empty>
        )}
        {sources && sources.length > 0 && <SourceTable sources={sources} onOpen={setOpen} />}
      </Content>
      {open && <SourceDialog open={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function SourceTable({
  sources,
  onOpen,
}: {
  sources: readonly Source[];
  onOpen: (open: Open) => void;
}): ReactNode {
  const t = useTexts('channels');
  const common = useTexts('common');
  const formats = useFormats();
  const { subAccountId } = useApi();
  const canWrite = useCan('reviews:write');
  return (
    <table className="table-list">
      <thead>
        <tr>
          <th scope="col">{t('source')}</th>
          <th scope="col">{t('added_on')}</th>
          <th scope="col">
            <span className="sr-only">{common('actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sources.map((source) => (
          <tr key={source.id}>
            <th scope="row" className="font-medium">
              <Link
                className="text-text"
                to="/$account/inbox"
                params={{ account: String(subAccountId) }}
                search={{ sources: String(source.id) }}
              >
                {source.name}
              </Link>
            </th>
            <td className="text-text-2">{formats.day(apiDate(source.created_on))}</td>
            <td className="text-end">
              {canWrite && <SourceMenu source={source} onOpen={onOpen} isOnly={sources.length === 1} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SourceMenu({
  source,
  onOpen,
  isOnly,
}: {
  source: Source;
  onOpen: (open: Open) => void;
  isOnly: boolean;
}): ReactNode {
  const t = useTexts('channels');
  const label = t('actions_of', { name: source.name });
  return (
    <Menu label={label} trigger={(attributes) => <IconButton {...attributes} icon="more" label={label} />}>
      <MenuItem icon="edit" onSelect={() => onOpen({ kind: 'rename', source })}>
        {t('rename')}
      </MenuItem>
      <MenuItem
        icon="link"
        disabled={isOnly}
        hint={isOnly ? t('only_source') : undefined}
        onSelect={() => onOpen({ kind: 'merge', source })}
      >
        {t('merge')}
      </MenuItem>
      <MenuItem icon="trash" danger onSelect={() => onOpen({ kind: 'delete', source })}>
        {t('delete')}
      </MenuItem>
    </Menu>
  );
}

function SourceDialog({ open, onClose }: { open: Open; onClose: () => void }): ReactNode {
  const t = useTexts('channels');
  const api = useApi();
  const queries = useQueryClient();
  if (open.kind === 'merge' || open.kind === 'delete')
    return <MoveSourceDialog source={open.source} isMerge={open.kind === 'merge'} onClose={onClose} />;
  const save = async (name: string): Promise<void> => {
    const body = { name };
    if (open.kind === 'add') await api.client.post('/sources', { body });
    else await api.client.put('/sources/{id}', { params: { path: { id: open.source.id } }, body });
    await queries.invalidateQueries({ queryKey: api.key('sources') });
  };
  const isNew = open.kind === 'add';
  return (
    <NameDialog
      title={isNew ? t('add_source') : t('rename_title', { name: open.source.name })}
      verb={isNew ? t('add_source') : t('rename')}
      name={isNew ? '' : open.source.name}
      maxLength={MAX_NAME}
      save={save}
      onClose={onClose}
    />
  );
}
