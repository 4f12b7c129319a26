import type { ReactNode } from 'react';
import { Segments } from '../../../../components/controls/segments';
import { Icon } from '../../../../components/display/icon';
import { useTexts } from '../../../../i18n/texts';
import type { Ground } from './preview-page';
import type { PreviewDevice } from './preview-stage';

/** How a person looks at the widget. */
export interface PreviewView {
  device: PreviewDevice;
  ground: Ground;
  rightToLeft: boolean;
  /** True for invented reviews, whatever the sub account has. */
  sample: boolean;
}

/** Returns how the preview looks at first: as on a phone if this is one. */
export function firstView(): PreviewView {
  const device = matchMedia('(width < 40rem)').matches ? 'phone' : 'desktop';
  return { device, ground: 'light', rightToLeft: false, sample: false };
}

/** Width, ground and direction of the page in the preview, and whose reviews it shows. */
export function PreviewBar({
  view,
  onView,
}: {
  view: PreviewView;
  onView: (view: PreviewView) => void;
}): ReactNode {
  const t = useTexts('widgets');
  return (
    <div className="preview-bar" role="toolbar" aria-label={t('preview')}>
      <Segments
        label={t('width')}
        value={view.device}
        choices={(['phone', 'tablet', 'desktop'] as const).map((device) => ({
          value: device,
          label:
            view.device === device ? (
              <>
                <Icon name={device} size="small" />
                {t(`width_${device}`)}
              </>
            ) : (
              <Icon name={device} size="small" label={t(`width_${device}`)} />
            ),
        }))}
        onChange={(device) => onView({ ...view, device })}
      />
      <Segments
        label={t('ground')}
        value={view.ground}
        choices={[
          { value: 'light', label: <Icon name="sun" size="small" label={t('ground_light')} /> },
          { value: 'dark', label: <Icon name="moon" size="small" label={t('ground_dark')} /> },
        ]}
        onChange={(ground) => onView({ ...view, ground })}
      />
      <Segments
        label={t('set_i18n_direction')}
        value={view.rightToLeft ? 'rtl' : 'ltr'}
        choices={[
          { value: 'ltr', label: 'LTR' },
          { value: 'rtl', label: 'RTL' },
        ]}
        onChange={(direction) => onView({ ...view, rightToLeft: direction === 'rtl' })}
      />
      <Segments
        label={t('preview_reviews')}
        value={view.sample ? 'sample' : 'own'}
        choices={(['own', 'sample'] as const).map((value) => ({ value, label: t(`reviews_${value}`) }))}
        onChange={(reviews) => onView({ ...view, sample: reviews === 'sample' })}
      />
      <span className="help-text ms-auto">{t('same_script')}</span>
    </div>
  );
}
