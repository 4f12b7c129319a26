import type { Schema } from '@plaudit/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../api/api';
import { shownError } from '../../../api/api-error';
import { Button, IconButton } from '../../../components/controls/button';
import { useCopy } from '../../../components/controls/use-copy';
import { Icon } from '../../../components/display/icon';
import { Menu, MenuItem } from '../../../components/overlays/menu';
import { useFormats } from '../../../i18n/formats';
import { LANGUAGES } from '../../../i18n/languages';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import type { Review } from '../model/review-rows';

type Tone = NonNullable<Schema<'ReplyInput'>['tone']>;
const TONES: readonly Tone[] = ['professional', 'friendly', 'apologetic'];

/** How a draft was asked for. Without a language it has that of the review. */
interface Wish {
  tone: Tone;
  language?: string;
}

/** A reply that the AI drafts, to edit, copy and paste on the platform. It is written when somebody asks for it. */
export function ReplyDraft({ review }: { review: Review }): ReactNode {
  const t = useTexts('inbox_detail');
  const { wish, draft, text, setText, isBusy, error, write } = useDraft(review.id);
  if (!useCan('ai:write') || review.text === '') return null;
  return (
    <section className="draft" aria-busy={isBusy}>
      <header>
        <h2 className="flex items-center gap-1.5 font-semibold">
          <Icon name="sparkle" className="text-accent" />
          {t('draft')}
        </h2>
        {draft && <Wishes wish={wish} draft={draft} isBusy={isBusy} onWish={(next) => void write(next)} />}
      </header>
      {draft ? (
        <>
          <textarea
            className="draft-text"
            lang={draft.language}
            dir="auto"
            aria-label={t('draft')}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          {draft.fallback && <p className="draft-error help-text">{t('draft_fallback')}</p>}
          <DraftFoot review={review} text={text} />
        </>
      ) : (
        <footer>
          <span className="help-text grow">{t('draft_offer')}</span>
          <Button size="small" busy={isBusy} onClick={() => void write(wish)}>
            {t('write_draft')}
          </Button>
        </footer>
      )}
      {error && (
        <p className="draft-error text-bad" role="alert">
          {error}
        </p>
      )}
    </section>
  );
}

function useDraft(id: number) {
  const t = useTexts('inbox_detail');
  const { client } = useApi();
  const [wish, setWish] = useState<Wish>({ tone: 'professional' });
  const [draft, setDraft] = useState<Schema<'ReplyDraft'> | null>(null);
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const write = async (wanted: Wish): Promise<void> => {
    setWish(wanted);
    setBusy(true);
    setError(null);
    try {
      const written = await client.post('/reviews/ai/reply/{id}', { params: { path: { id } }, body: wanted });
      setDraft(written);
      setText(written.reply);
    } catch (caught) {
      setError(shownError(caught).msg ?? t('no_answer'));
    }
    setBusy(false);
  };
  return { wish, draft, text, setText, isBusy, error, write };
}

function Wishes({
  wish,
  draft,
  isBusy,
  onWish,
}: {
  wish: Wish;
  draft: Schema<'ReplyDraft'>;
  isBusy: boolean;
  onWish: (wish: Wish) => void;
}): ReactNode {
  const t = useTexts('inbox_detail');
  const formats = useFormats();
  return (
    <span className="ms-auto flex gap-1">
      <WishMenu
        label={t('draft_language')}
        values={[...new Set([draft.language, ...LANGUAGES])]}
        value={draft.language}
        nameOf={(language) => formats.languageName(language)}
        isBusy={isBusy}
        onChoose={(language) => onWish({ ...wish, language })}
      />
      <WishMenu
        label={t('draft_tone')}
        values={TONES}
        value={wish.tone}
        nameOf={(tone) => t(`tone_${tone}`)}
        isBusy={isBusy}
        onChoose={(tone) => onWish({ ...wish, tone })}
      />
      <IconButton
        size="small"
        icon="refresh"
        label={t('draft_again')}
        busy={isBusy}
        onClick={() => onWish(wish)}
      />
    </span>
  );
}

function WishMenu<Value extends string>({
  label,
  values,
  value,
  nameOf,
  isBusy,
  onChoose,
}: {
  label: string;
  values: readonly Value[];
  value: Value;
  nameOf: (value: Value) => string;
  isBusy: boolean;
  onChoose: (value: Value) => void;
}): ReactNode {
  return (
    <Menu
      label={label}
      trigger={(attributes) => (
        <Button {...attributes} kind="quiet" size="small" disabled={isBusy}>
          {nameOf(value)}
          <Icon name="chevron-down" size="small" />
        </Button>
      )}
    >
      {values.map((one) => (
        <MenuItem key={one} checked={one === value} onSelect={() => onChoose(one)}>
          {nameOf(one)}
        </MenuItem>
      ))}
    </Menu>
  );
}

function DraftFoot({ review, text }: { review: Review; text: string }): ReactNode {
  const t = useTexts('inbox_detail');
  const { post_url, label } = review;
  const copy = useCopy();
  const copyAndOpen = async (): Promise<void> => {
    const isCopied = await copy(text, t('draft_copied'));
    if (isCopied && post_url) open(post_url, '_blank', 'noreferrer');
  };
  return (
    <footer>
      <span className="help-text grow">
        {post_url ? t('draft_note', { platform: label }) : t('draft_note_copy')}
      </span>
      <Button size="small" icon="copy" disabled={text.trim() === ''} onClick={() => void copyAndOpen()}>
        {post_url ? t('copy_and_open') : t('copy_draft')}
      </Button>
    </footer>
  );
}
