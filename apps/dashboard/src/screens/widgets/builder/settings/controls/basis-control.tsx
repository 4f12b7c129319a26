import type { ReactNode } from 'react';
import { Radio } from '../../../../../components/controls/choice';
import { useFormats } from '../../../../../i18n/formats';
import { useTexts } from '../../../../../i18n/texts';
import { useBuilder } from '../../builder-context';
import type { BasisRating } from '../../preview/preview-page';
import { SettingFrame } from '../setting-frame';
import type { ControlProps } from '../setting-row';
import { useSettingTexts } from '../setting-texts';

/** What the rating counts. Below each option stands the rating that it yields, as the service computes it. */
export function BasisControl({ setting, value, onChange }: ControlProps<'basis'>): ReactNode {
  const texts = useSettingTexts();
  const { ratings } = useBuilder();
  const collected = ratings.find(({ basis }) => basis === 'collected');
  return (
    <SettingFrame setting={setting} shape="group">
      {({ id, disabled }) => (
        <div className="grid gap-2">
          {setting.field.options.map((option) => {
            const rating = ratings.find(({ basis }) => basis === option);
            return (
              <Radio
                key={option}
                name={id}
                value={option}
                label={texts.option(setting, option)}
                help={rating && <Yield {...rating} instead={collected} />}
                disabled={disabled}
                checked={option === value}
                onChange={() => onChange(option)}
              />
            );
          })}
        </div>
      )}
    </SettingFrame>
  );
}

/** The rating of a basis. Without an official one, that of the collected reviews stands in its place, as the widget shows it. */
function Yield({ basis, rating, count, instead }: BasisRating & { instead?: BasisRating }): ReactNode {
  const t = useTexts('widgets');
  const formats = useFormats();
  if (rating === null && basis === 'official' && instead && instead.rating !== null)
    return t('basis_collected', { rating: formats.number(instead.rating, 1), count: instead.count });
  if (rating === null) return t(basis === 'official' ? 'basis_no_official' : 'basis_no_rating');
  return t('basis_yields', { rating: formats.number(rating, 1), count });
}
