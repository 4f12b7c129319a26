import type { ReactNode } from 'react';
import { Icon } from '../../../components/display/icon';
import { useTexts } from '../../../i18n/texts';
import type { Review } from '../model/review-rows';

type Media = Review['media'][number];
const MAX_SHOWN = 12;

/** Photos, videos and sounds of a review. Only files of this host are shown, the others open in a new tab. */
export function Photos({ media }: { media: readonly Media[] }): ReactNode {
  const t = useTexts('inbox_detail');
  if (media.length === 0) return null;
  return (
    <ul className="photos" aria-label={t('media')}>
      {media.slice(0, MAX_SHOWN).map((one, at) => (
        <li key={one.url}>
          <a href={one.url} target="_blank" rel="noreferrer" className="photo">
            {one.type === 'image' && isOwn(one.src) ? (
              <img src={one.src ?? ''} alt={t('photo', { n: at + 1 })} loading="lazy" />
            ) : (
              <>
                <Icon name={one.type === 'image' ? 'image' : 'external'} size="large" />
                <span>{t(`open_${one.type}`, { n: at + 1 })}</span>
              </>
            )}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The Content-Security-Policy of the page lets no other host show images. */
function isOwn(src: string | null): boolean {
  return (
    src !== null &&
    URL.canParse(src, location.origin) &&
    new URL(src, location.origin).origin === location.origin
  );
}
