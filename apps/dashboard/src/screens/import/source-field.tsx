import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Api, useApi } from '../../api/api';
import { SelectField, TextField } from '../../components/controls/field';
import { useTexts } from '../../i18n/texts';

/** Where reviews come from: a source that exists, or a new one by its name. An id of null is the source "Manual". */
export type SourceChoice = { kind: 'known'; id: number | null } | { kind: 'new'; name: string };

const NEW = 'new';

/** Chooses the source of reviews. */
export function SourceField({
  choice,
  nameError,
  disabled = false,
  onChange,
}: {
  choice: SourceChoice;
  nameError?: string | null;
  disabled?: boolean;
  onChange: (choice: SourceChoice) => void;
}): ReactNode {
  const t = useTexts('import');
  const api = useApi();
  const { data } = useQuery({
    queryKey: api.key('sources', 'import'),
    queryFn: ({ signal }) => api.client.get('/sources', { signal }),
  });
  const value = choice.kind === 'new' ? NEW : String(choice.id ?? '');
  const pick = (picked: string): void =>
    onChange(picked === NEW ? { kind: 'new', name: '' } : { kind: 'known', id: Number(picked) || null });
  const others = data?.items.filter(({ name }) => name !== 'Manual') ?? [];
  return (
    <div className="grid gap-2">
      <SelectField
        label={t('source')}
        value={value}
        disabled={disabled}
        onChange={({ target }) => pick(target.value)}
      >
        <option value="">{t('source_manual')}</option>
        {others.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value={NEW}>{t('source_new')}</option>
      </SelectField>
      {choice.kind === 'new' && (
        <TextField
          label={t('source_name')}
          value={choice.name}
          maxLength={100}
          required
          disabled={disabled}
          error={nameError}
          onChange={({ target }) => onChange({ kind: 'new', name: target.value })}
        />
      )}
    </div>
  );
}

/** Returns the id of the chosen source, which is created if it is new. */
export async function sourceIdOf({ client }: Api, choice: SourceChoice): Promise<number | null> {
  if (choice.kind === 'known') return choice.id;
  const { id } = await client.post('/sources', { body: { name: choice.name.trim() } });
  return id;
}
