import type { ReactNode } from 'react';
import { Icon } from '../../../../components/display/icon';
import { useTexts } from '../../../../i18n/texts';

const GUIDES = ['html', 'wordpress', 'builders', 'shops', 'tag_manager', 'notion'] as const;
const MAX_STEPS = 4;

/** The steps for the usual systems. */
export function Guides(): ReactNode {
  const t = useTexts('widgets');
  return (
    <section className="grid gap-2" aria-labelledby="guides">
      <h2 id="guides" className="label">
        {t('guides')}
      </h2>
      <div className="grid grid-cols-1 items-start gap-2 sm:grid-cols-2">
        {GUIDES.map((guide) => (
          <details key={guide} className="guide" name="guide">
            <summary>
              <span className="grid grow">
                <span className="font-medium">{t(`guide_${guide}`)}</span>
                <span className="help-text">{t(`guide_${guide}_text`)}</span>
              </span>
              <Icon name="chevron-right" size="small" />
            </summary>
            <ol>
              {Array.from({ length: MAX_STEPS }, (_, at) => `guide_${guide}_${at + 1}`)
                .map((key) => ({ key, text: t(key as 'guides') }))
                .filter(({ key, text }) => text !== key)
                .map(({ key, text }) => (
                  <li key={key}>{text}</li>
                ))}
            </ol>
          </details>
        ))}
      </div>
    </section>
  );
}
