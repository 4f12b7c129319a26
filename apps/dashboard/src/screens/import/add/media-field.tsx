import { type ReactNode, useEffect, useRef } from 'react';
import { Button, IconButton } from '../../../components/controls/button';
import { useTexts } from '../../../i18n/texts';
import { MAX_MEDIA, type MediaDraft, type MediaType, mediaTypeOf } from './review-draft';

const TYPES: readonly MediaType[] = ['image', 'video', 'audio'];

/** Web addresses of photos, videos and audio. There is no upload. */
export function MediaField({
  media,
  error,
  onChange,
}: {
  media: readonly MediaDraft[];
  error: string | null;
  onChange: (media: MediaDraft[]) => void;
}): ReactNode {
  const t = useTexts('import');
  const list = useRef<HTMLDivElement>(null);
  const isAdded = useRef(false);
  useEffect(() => {
    if (!isAdded.current) return;
    isAdded.current = false;
    list.current?.querySelector<HTMLInputElement>('div:last-of-type > span > input')?.focus();
  }, [media.length]);
  const set = (key: number, change: Partial<MediaDraft>): void =>
    onChange(media.map((one) => (one.key === key ? { ...one, ...change } : one)));
  const add = (): void => {
    isAdded.current = true;
    const key = Math.max(0, ...media.map((one) => one.key)) + 1;
    onChange([...media, { key, url: '', type: 'image' }]);
  };
  return (
    <fieldset className="field">
      <legend className="label">{t('media')}</legend>
      <div ref={list} className="grid gap-2">
        {media.map(({ key, url, type }, at) => (
          <div key={key} className="media-row">
            <span className="input">
              <input
                type="url"
                inputMode="url"
                placeholder="https://"
                maxLength={2048}
                aria-label={t('media_address', { number: at + 1 })}
                value={url}
                onChange={({ target }) => set(key, { url: target.value, type: mediaTypeOf(target.value) })}
              />
            </span>
            <select
              className="input"
              aria-label={t('media_type', { number: at + 1 })}
              value={type}
              onChange={({ target }) => set(key, { type: target.value as MediaType })}
            >
              {TYPES.map((one) => (
                <option key={one} value={one}>
                  {t(`media_${one}`)}
                </option>
              ))}
            </select>
            <IconButton
              icon="close"
              label={t('media_remove', { number: at + 1 })}
              onClick={() => onChange(media.filter((one) => one.key !== key))}
            />
          </div>
        ))}
      </div>
      <p className="flex flex-wrap items-center gap-2">
        <Button icon="image" disabled={media.length >= MAX_MEDIA} onClick={add}>
          {t('media_add')}
        </Button>
        <span className="help-text">{t('media_help', { count: MAX_MEDIA })}</span>
      </p>
      {error && (
        <p className="help bad" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
