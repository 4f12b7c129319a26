import { type ReactNode, useRef } from 'react';
import { useShortcuts } from '../../../app/shortcuts';
import { Chip } from '../../../components/controls/chip';
import { useTexts } from '../../../i18n/texts';
import { AUDIT_ACTIONS, isKnownAction } from './audit-actions';
import { ACTOR_TYPES, type AuditFilters } from './audit-filters';
import { kindWord } from './audit-words';

type Change = (change: Record<string, string | undefined>) => void;

/** The filters of the log. F goes to the first one. */
export function AuditFilterBar({
  filters,
  onChange,
}: {
  filters: AuditFilters;
  onChange: Change;
}): ReactNode {
  const t = useTexts('settings');
  const first = useRef<HTMLSelectElement>(null);
  useShortcuts([{ keys: 'f', run: () => first.current?.focus() }]);
  const { action, actor_type } = filters;
  const actions = action && !isKnownAction(action) ? [...AUDIT_ACTIONS, action] : AUDIT_ACTIONS;
  return (
    <div className="audit-filters" role="search" aria-label={t('filters')}>
      <select
        ref={first}
        className="input is-compact"
        aria-label={t('filter_action')}
        value={action ?? ''}
        onChange={({ target }) => onChange({ action: target.value })}
      >
        <option value="">{t('every_action')}</option>
        {actions.map((one) => (
          <option key={one} value={one}>
            {isKnownAction(one) ? t(`action.${one}`) : one}
          </option>
        ))}
      </select>
      <select
        className="input is-compact"
        aria-label={t('filter_actor')}
        value={actor_type ?? ''}
        onChange={({ target }) => onChange({ actor_type: target.value, actor_id: undefined })}
      >
        <option value="">{t('everyone')}</option>
        {ACTOR_TYPES.map((one) => (
          <option key={one} value={one}>
            {t(`actor_${one}`)}
          </option>
        ))}
      </select>
      <DayFilter name="since" value={filters.since} label={t('since')} onChange={onChange} />
      <DayFilter name="until" value={filters.until} label={t('until')} onChange={onChange} />
      <Objects filters={filters} onChange={onChange} />
    </div>
  );
}

function DayFilter({
  name,
  value,
  label,
  onChange,
}: {
  name: 'since' | 'until';
  value: string | undefined;
  label: string;
  onChange: Change;
}): ReactNode {
  return (
    <label className="flex items-center gap-1.5 max-sm:grid">
      <span className="help-text">{label}</span>
      <input
        type="date"
        className="input is-compact"
        value={value ?? ''}
        onChange={({ target }) => onChange({ [name]: target.value })}
      />
    </label>
  );
}

/** The single actor and the single object, which are chosen in an entry. */
function Objects({ filters, onChange }: { filters: AuditFilters; onChange: Change }): ReactNode {
  const t = useTexts('settings');
  const { actor_type, actor_id, target_type, target_id } = filters;
  return (
    <>
      {actor_type && actor_id && (
        <Chip
          field={t(`actor_${actor_type}`)}
          value={String(actor_id)}
          removeLabel={t('remove_filter')}
          onRemove={() => onChange({ actor_type: undefined, actor_id: undefined })}
        />
      )}
      {target_type && (
        <Chip
          field={kindWord(t, target_type)}
          value={target_id ? String(target_id) : ''}
          removeLabel={t('remove_filter')}
          onRemove={() => onChange({ target_type: undefined, target_id: undefined })}
        />
      )}
    </>
  );
}
