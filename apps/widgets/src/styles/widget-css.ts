import { ownValue } from '@plaudit/contracts';
import type { Settings } from '../settings/settings';
import type { WidgetType } from '../settings/widget-types';
import { builtElement } from './built-element';
import { styleBlocks } from './style-blocks';
import { settingRules } from './style-tokens';

/**
 * Returns the style sheet that a widget's JSON carries: the rules of its type, then those of its settings, then the owner's
 * custom CSS. The script has the rules that all types share.
 */
export function widgetCss(type: WidgetType, settings: Settings): string {
  const { styles } = builtElement();
  const blocks = styleBlocks(type, settings).map((name) => ownValue(styles, name) ?? '');
  return [...blocks, settingRules(type, settings), settings.style.custom_css].join('');
}
