import type { Translate } from '../../../i18n/texts';
import type { WidgetTypeEntry } from '../data/widgets-data';

/** Returns the name of a type in the chosen language, or that of the service for a type of a newer version. */
export function typeName(t: Translate<'widgets'>, { type, label }: WidgetTypeEntry): string {
  return known(t, `type_${type}`) ?? label;
}

/** Returns what widgets of a type show, in a few words. */
export function aboutType(t: Translate<'widgets'>, { type, description }: WidgetTypeEntry): string {
  return known(t, `about_${type}`) ?? description;
}

function known(t: Translate<'widgets'>, key: string): string | undefined {
  const text = t(key as 'type');
  return text === key ? undefined : text;
}
