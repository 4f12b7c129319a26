import type { Schema } from '@plaudit/client';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../api/api';
import { MenuItem } from '../../../components/overlays/menu';
import { apiDate, useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import { NameDialog } from '../name-dialog';
import { NamedList } from '../named-list';
import { MoveSourceDialog } from './move-source-dialog';
import { useSources } from './use-sources';

export type Source = Schema<'Source'>;
type Open = { kind: 'add' } | { kind: 'rename' | 'merge' | 'delete'; source: Source };
const MAX_NAME = 100;

/** The sources of reviews that no channel has, such as a guest book. */
export function SourcesTab(): ReactNode {
  const t = useTexts('channels');
  const formats = useFormats();
  const { subAccountId } = useApi();
  const query = useSources();
  const canWrite = useCan('reviews:write');
  const [open, setOpen] = useState<Open | null>(null);
  return (
    <>
      <NamedList
        query={query}
        text={t('sources_text')}
        icon="log"
        emptyTitle={t('no_sources')}
        emptyText={t('no_sources_text')}
        addText={t('add_source')}
        onAdd={canWrite ? () => setOpen({ kind: 'add' }) : null}
        headings={[t('source'), t('added_on')]}
        link={({ id, name }) => (
          <Link
            className="text-text"
            to="/$account/inbox"
            params={{ account: String(subAccountId) }}
            search={{ sources: String(id) }}
          >
            {name}
          </Link>
        )}
        detail={({ created_on }) => formats.day(apiDate(created_on))}
        menu={(source) =>
          canWrite && (
            <SourceActs isOnly={query.data?.length === 1} onSelect={(kind) => setOpen({ kind, source })} />
          )
        }
      />
      {open && <SourceDialog open={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function SourceActs({
  isOnly,
  onSelect,
}: {
  isOnly: boolean;
  onSelect: (kind: 'rename' | 'merge' | 'delete') => void;
}): ReactNode {
  const t = useTexts('channels');
  return (
    <>
      <MenuItem icon="edit" onSelect={() => onSelect('rename')}>
        {t('rename')}
      </MenuItem>
      <MenuItem
        icon="link"
        disabled={isOnly}
        hint={isOnly ? t('only_source') : undefined}
        onSelect={() => onSelect('merge')}
      >
        {t('merge')}
      </MenuItem>
      <MenuItem icon="trash" danger onSelect={() => onSelect('delete')}>
        {t('delete')}
      </MenuItem>
    </>
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
  return (
    <NameDialog
      addText={t('add_source')}
      name={open.kind === 'add' ? '' : open.source.name}
      maxLength={MAX_NAME}
      save={save}
      onClose={onClose}
    />
  );
}
