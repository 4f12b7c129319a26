import type { Schema } from '@plaudit/client';
import { type ReactNode, useState } from 'react';
import { Button, IconButton } from '../../../components/controls/button';
import { Icon } from '../../../components/display/icon';
import { Avatar } from '../../../components/display/monograms';
import { Menu, MenuItem } from '../../../components/overlays/menu';
import { apiDate, useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { browserName } from '../security/browser-name';
import { isKnownAction } from './audit-actions';
import { changedFields, type FieldChange, splitRequest, targetName, withoutName } from './audit-changes';
import { type AuditWords, changeClause, fieldWord, targetWord, valueWord } from './audit-words';
import type { AuditNames } from './use-audit-names';

type Entry = Schema<'AuditItem'>;
type Filter = (change: Record<string, string | undefined>) => void;

/** So many changes are part of the sentence. More of them stand below it. */
const MAX_CLAUSES = 2;
/** So many changes are shown without a further step. A new or deleted object names all of its fields, so fewer of them. */
const MAX_CHANGES = 6;
const MAX_FIELDS = 3;

/** One entry as a sentence: when, who, what, and how the fields changed. */
export function AuditEntry({
  entry,
  place,
  names,
  onFilter,
}: {
  entry: Entry;
  /** The name of the sub account in which it happened, if the entry has it. */
  place: string | null;
  names: AuditNames;
  onFilter: Filter;
}): ReactNode {
  const t = useTexts('settings');
  const common = useTexts('common');
  const formats = useFormats();
  const words: AuditWords = {
    t,
    common,
    formats,
    momentOf: (text) => formats.moment(apiDate(text)),
    placeOf: (id) => names.of('sub_account', id),
  };
  const [isOpen, setOpen] = useState(false);
  const date = apiDate(entry.created_on);
  const ownName = targetName(entry.before, entry.after);
  const split = splitRequest(changedFields(entry.before, entry.after));
  const { request } = split;
  const changes = withoutName(split.changes, ownName);
  const isSentence = changes.length <= MAX_CLAUSES;
  const max = entry.before && entry.after ? MAX_CHANGES : MAX_FIELDS;
  const shown = isSentence ? [] : isOpen ? changes : changes.slice(0, max);
  const clauses = isSentence ? changes.map((change) => changeClause(words, change)) : [];
  return (
    <li className="audit-entry">
      <time className="text-text-3 tabular-nums" dateTime={date.toISOString()} title={formats.moment(date)}>
        {formats.time(date)}
      </time>
      <Actor actor={entry.actor} name={names.of(entry.actor.type, entry.actor.id)} />
      <p className="min-w-0 break-words">
        <Deed entry={entry} name={ownName ?? names.of(entry.target.type, entry.target.id)} />
        {clauses.length > 0 && <span> – {formats.list(clauses)}</span>}
        {place && <span className="help-text ms-2">{place}</span>}
      </p>
      <EntryMenu entry={entry} onFilter={onFilter} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      {shown.length > 0 && (
        <div className="more">
          <Changes changes={shown} words={words} />
          {changes.length > shown.length && (
            <Button kind="quiet" size="small" onClick={() => setOpen(true)}>
              {t('more_changes', { count: changes.length - shown.length })}
            </Button>
          )}
        </div>
      )}
      {isOpen && (
        <div className="more grid gap-1">
          {request.length > 0 && <Facts facts={request} words={words} />}
          <Origin entry={entry} />
        </div>
      )}
    </li>
  );
}

/** What was done to what. A sign-in does not repeat the person who signed in. */
function Deed({
  entry: { action, actor, target },
  name,
}: {
  entry: Entry;
  name: string | undefined;
}): ReactNode {
  const t = useTexts('settings');
  const isOwn = target.type === actor.type && target.id === actor.id && action !== 'user.updated';
  return (
    <>
      {isKnownAction(action) ? t(`action.${action}`) : <code className="font-mono text-12">{action}</code>}{' '}
      {!isOwn && <span className="text-text-2">{name ?? targetWord(t, action, target)}</span>}
    </>
  );
}

/** The name of a person now, or what the log calls the actor. */
function Actor({
  actor: { type, name: noted },
  name,
}: {
  actor: Entry['actor'];
  name: string | undefined;
}): ReactNode {
  const t = useTexts('settings');
  const text = name ?? noted ?? t(`actor_${type}`);
  return (
    <span className="flex min-w-0 items-center gap-2" title={noted ?? t(`actor_${type}`)}>
      {type === 'user' ? (
        <Avatar name={text} />
      ) : (
        <span className="avatar">
          <Icon name={type === 'key' ? 'key' : type === 'operator' ? 'settings' : 'users'} size="small" />
        </span>
      )}
      <span className="truncate font-medium">{text}</span>
    </span>
  );
}

function Changes({ changes, words }: { changes: readonly FieldChange[]; words: AuditWords }): ReactNode {
  const t = useTexts('settings');
  return (
    <dl className="settings-diff">
      {changes.map(({ field, before, after }) => (
        <div key={field} className="contents">
          <dt>{fieldWord(words, field)}</dt>
          <dd>
            {before !== null && (
              <del>
                <span className="sr-only">{t('before')} </span>
                {valueWord(words, field, before)}
              </del>
            )}{' '}
            {after !== null && (
              <ins>
                <span className="sr-only">{t('after')} </span>
                {valueWord(words, field, after)}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Facts({ facts, words }: { facts: readonly FieldChange[]; words: AuditWords }): ReactNode {
  return (
    <dl className="settings-diff">
      {facts.map(({ field, before, after }) => (
        <div key={field} className="contents">
          <dt>{fieldWord(words, field)}</dt>
          <dd>{valueWord(words, field, after ?? before ?? '')}</dd>
        </div>
      ))}
    </dl>
  );
}

function Origin({ entry: { address, agent, request_id } }: { entry: Entry }): ReactNode {
  const t = useTexts('settings');
  const { browser, system } = browserName(agent ?? '');
  const rows = [
    { label: t('address'), value: address ?? t('server_itself') },
    {
      label: t('browser'),
      value: browser && system ? t('browser_on', { browser, system }) : (browser ?? agent ?? '–'),
    },
    { label: t('request'), value: request_id ?? '–' },
  ];
  return (
    <dl className="settings-diff">
      {rows.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt>{label}</dt>
          <dd title={label === t('browser') ? (agent ?? undefined) : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function EntryMenu({
  entry: { actor, target, action },
  onFilter,
  isOpen,
  onToggle,
}: {
  entry: Entry;
  onFilter: Filter;
  isOpen: boolean;
  onToggle: () => void;
}): ReactNode {
  const t = useTexts('settings');
  const common = useTexts('common');
  return (
    <Menu
      label={common('actions')}
      trigger={(attributes) => <IconButton {...attributes} icon="more" label={common('actions')} />}
    >
      <MenuItem icon="info" onSelect={onToggle}>
        {t(isOpen ? 'hide_details' : 'show_details')}
      </MenuItem>
      <MenuItem icon="list" onSelect={() => onFilter({ action })}>
        {t('only_action')}
      </MenuItem>
      {actor.id !== null && (
        <MenuItem
          icon="users"
          onSelect={() => onFilter({ actor_type: actor.type, actor_id: String(actor.id) })}
        >
          {t('only_actor')}
        </MenuItem>
      )}
      {target.id !== null && (
        <MenuItem
          icon="search"
          onSelect={() => onFilter({ target_type: target.type, target_id: String(target.id) })}
        >
          {t('only_target')}
        </MenuItem>
      )}
    </Menu>
  );
}
