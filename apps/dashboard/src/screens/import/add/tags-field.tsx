import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useApi } from '../../../api/api';
import { Chip } from '../../../components/controls/chip';
import { TextField } from '../../../components/controls/field';
import { useTexts } from '../../../i18n/texts';
import { MAX_TAGS, withTags } from './review-draft';

/** Chooses tags. Enter or a comma adds the typed one. Tags that exist are suggested. */
export function TagsField({
  tags,
  error,
  onChange,
}: {
  tags: readonly string[];
  error: string | null;
  onChange: (tags: string[]) => void;
}): ReactNode {
  const t = useTexts('import');
  const api = useApi();
  const id = useId();
  const [text, setText] = useState('');
  const { data } = useQuery({
    queryKey: api.key('tags', 'import'),
    queryFn: ({ signal }) => api.client.get('/tags', { signal }),
  });
  const add = (): void => {
    onChange(withTags(tags, text));
    setText('');
  };
  const press = (event: KeyboardEvent): void => {
    if (event.metaKey || event.ctrlKey || text.trim() === '' || !/^(Enter|,)$/.test(event.key)) return;
    event.preventDefault();
    add();
  };
  return (
    <div className="grid gap-2">
      <TextField
        label={t('tags')}
        help={t('tags_help', { count: MAX_TAGS })}
        error={error}
        list={id}
        value={text}
        maxLength={50}
        autoComplete="off"
        disabled={tags.length >= MAX_TAGS}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={press}
        onBlur={add}
      />
      <datalist id={id}>
        {data?.items.map(({ id: tag, name }) => (
          <option key={tag} value={name} />
        ))}
      </datalist>
      {tags.length > 0 && (
        <p className="flex flex-wrap gap-1">
          {tags.map((tag) => (
            <Chip
              key={tag}
              field=""
              value={tag}
              removeLabel={t('remove_tag', { tag })}
              onRemove={() => onChange(tags.filter((one) => one !== tag))}
            />
          ))}
        </p>
      )}
    </div>
  );
}
