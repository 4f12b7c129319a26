import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useApi } from '../../../api/api';
import { ComboboxInput } from '../../../components/controls/combobox-input';
import { Icon } from '../../../components/display/icon';
import { LoadError } from '../../../components/display/states';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { changeMany } from '../actions/bulk-actions';
import type { Targets } from '../actions/targets';
import { useInboxActions } from '../actions/use-inbox-actions';
import { useInboxState } from '../use-inbox';
import { newTagName, tagChoices, type TagChoice } from './tag-choices';

/** Finds, adds, removes and creates tags. The focus stays in the field, arrows move through the list, Enter changes. */
export function TagPicker({ targets }: { targets: () => Targets | null }): ReactNode {
  const t = useTexts('inbox_detail');
  const id = useId();
  const { tags, chosen, typed, type, choices, created, active, choose, move } = useChoices(targets);
  return (
    <div className="tag-picker">
      <div className="input is-compact menu-search">
        <Icon name="tag" />
        <ComboboxInput
          label={t('find_tag')}
          list={`${id}-list`}
          active={`${id}-${active}`}
          text={typed}
          onText={type}
          onMove={move}
          onChoose={() => choose(active)}
        />
      </div>
      {!tags.data && tags.error && <LoadError error={tags.error} retry={() => void tags.refetch()} />}
      <ul id={`${id}-list`} role="listbox" aria-multiselectable="true" aria-label={t('tags')}>
        {choices.map((choice, at) => (
          <TagOption
            key={choice.name}
            id={`${id}-${at}`}
            choice={choice}
            total={chosen?.loaded.length ?? 0}
            isActive={at === active}
            onChoose={() => choose(at)}
          />
        ))}
        {created && (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus and the keys
          <li
            id={`${id}-${choices.length}`}
            role="option"
            aria-selected="false"
            className={active === choices.length ? 'menu-item is-on' : 'menu-item'}
            onClick={() => choose(choices.length)}
          >
            <Icon name="add" />
            {t('create_tag', { name: created })}
          </li>
        )}
      </ul>
    </div>
  );
}

/** The tags that match what is typed, the active one, and what choosing one does. */
function useChoices(targets: () => Targets | null) {
  const api = useApi();
  const [typed, setTyped] = useState('');
  const [wished, setActive] = useState(0);
  // The counts change with the reviews.
  useInboxState();
  const tags = useQuery({
    queryKey: api.key('tags', 'inbox'),
    queryFn: ({ signal }) => api.client.get('/tags', { signal }),
  });
  const known = tags.data?.items.map(({ name }) => name) ?? [];
  const chosen = targets();
  const choices = tagChoices(known, chosen?.loaded ?? [], typed);
  const created = tags.data ? newTagName(known, typed) : null;
  const last = choices.length - (created ? 0 : 1);
  const active = Math.max(0, Math.min(wished, last));
  const set = useSetTag();
  const type = (text: string): void => {
    setTyped(text);
    setActive(0);
  };
  const choose = (at: number): void => {
    const choice = choices[at];
    if (!chosen) return;
    if (choice) set(chosen, choice.name, choice.state !== 'all');
    else if (created) {
      set(chosen, created, true);
      type('');
    }
  };
  const move = (step: number): void => setActive(Math.min(active + step, last));
  return { tags, chosen, typed, type, choices, created, active, choose, move };
}

function TagOption({
  id,
  choice: { name, count, state },
  total,
  isActive,
  onChoose,
}: {
  id: string;
  choice: TagChoice;
  total: number;
  isActive: boolean;
  onChoose: () => void;
}): ReactNode {
  const t = useTexts('inbox');
  const formats = useFormats();
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus and the keys
    <li
      id={id}
      role="option"
      aria-selected={state === 'all'}
      className={isActive ? 'menu-item is-on' : 'menu-item'}
      onClick={onChoose}
    >
      <span className={`option-box is-${state}`} aria-hidden="true">
        {state === 'all' && <Icon name="check" />}
      </span>
      <span className="truncate">{name}</span>
      {total > 1 && (
        <span className="help-text ms-auto ps-3 tabular-nums">
          {t('n_of_m', { n: formats.number(count), m: formats.number(total) })}
        </span>
      )}
      {isActive && <kbd aria-hidden="true">↵</kbd>}
    </li>
  );
}

/** Returns the function that gives reviews a tag, or takes it from them. */
function useSetTag(): (targets: Targets, name: string, isAdding: boolean) => void {
  const actions = useInboxActions();
  return (targets, name, isAdding) => {
    const [review] = targets.loaded;
    if (targets.count !== 1 || !review) {
      void changeMany(actions, targets, isAdding ? { tags_add: [name] } : { tags_remove: [name] });
      return;
    }
    const others = review.tags.filter((tag) => tag.name.toLowerCase() !== name.toLowerCase());
    const id = actions.tagIds().get(name.toLowerCase()) ?? 0;
    actions.setTags(review, isAdding ? [...others, { id, name }] : others);
  };
}
