import type { JsonObject } from '../settings/settings-merge';
import type { WidgetType } from '../settings/widget-types';
import catalogue from './template-catalogue.json';

/** A ready-made look for widgets of one type. */
export interface WidgetTemplate {
  id: string;
  type: WidgetType;
  name: string;
  description: string;
  /** What differs from the defaults of the type. */
  settings: JsonObject;
}

const TEMPLATES = catalogue.templates as readonly WidgetTemplate[];

/** Returns the templates of one type, or of all types. */
export function widgetTemplates(type?: WidgetType): readonly WidgetTemplate[] {
  return TEMPLATES.filter((template) => type === undefined || template.type === type);
}
